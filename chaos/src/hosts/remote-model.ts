import { APICallError } from '@ai-sdk/provider';
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Content } from '@ai-sdk/provider';
import type { Surroundings } from '../processes/messages.ts';

/** The model of the rig as a worker sees it: every call is a request to the rig, which counts it. */
export function remoteModel({ process, model: url }: Pick<Surroundings, 'process' | 'model'>): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'chaos',
    modelId: 'writer',
    supportedUrls: {},
    async doGenerate({ prompt, abortSignal }: LanguageModelV4CallOptions) {
      const body = { process, prompt };
      const response = await fetch(url, { method: 'POST', body: JSON.stringify(body), signal: abortSignal });
      if (!response.ok) throw await failureOf(url, response);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rig has sent it
      const { content } = (await response.json()) as { content: LanguageModelV4Content[] };
      const calls = content.some(({ type }) => type === 'tool-call');
      return {
        content,
        finishReason: { unified: calls ? 'tool-calls' : 'stop', raw: undefined },
        usage: {
          inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 10, text: 10, reasoning: 0 },
        },
        warnings: [],
      };
    },
    doStream: () => Promise.reject(new Error('The model of the rig does not stream.')),
  };
}

async function failureOf(url: string, response: Response): Promise<APICallError> {
  return new APICallError({
    message: `The model answered with status ${response.status}.`,
    url,
    requestBodyValues: {},
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody: await response.text(),
  });
}
