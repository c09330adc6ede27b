import { APICallError } from '@ai-sdk/provider';
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Content } from '@ai-sdk/provider';
import type { Surroundings } from '../processes/messages.ts';

export const helperName = 'chaos/helper';

type Place = Pick<Surroundings, 'process' | 'model'>;

/** Returns the model of the rig as a worker sees it: every call is a request to the rig, which counts it. */
export function remoteModel({ process, model: url }: Place): LanguageModelV4 {
  return modelAnsweringWith('writer', async ({ prompt, tools = [], abortSignal }) => {
    const canAsk = tools.some((tool) => tool.name === 'read_file' && JSON.stringify(tool).includes('"question"'));
    return await ask(url, { process, prompt, canAsk }, abortSignal);
  });
}

/** Returns its helper. */
export function remoteHelper({ process, model: url }: Place): LanguageModelV4 {
  return modelAnsweringWith('helper', ({ prompt, abortSignal }) =>
    ask(`${url}/helper`, { process, prompt }, abortSignal),
  );
}

interface Answer {
  content: LanguageModelV4Content[];
  /** The number of tokens that it reports to have read. */
  tokens: number;
}

function modelAnsweringWith(
  modelId: string,
  answerTo: (options: LanguageModelV4CallOptions) => Promise<Answer>,
): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'chaos',
    modelId,
    supportedUrls: {},
    async doGenerate(options) {
      const { content, tokens } = await answerTo(options);
      const calls = content.some(({ type }) => type === 'tool-call');
      return {
        content,
        finishReason: { unified: calls ? 'tool-calls' : 'stop', raw: undefined },
        usage: {
          inputTokens: { total: tokens, noCache: tokens, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 10, text: 10, reasoning: 0 },
        },
        warnings: [],
      };
    },
    doStream: () => Promise.reject(new Error('The model of the rig does not stream.')),
  };
}

async function ask(url: string, body: object, signal: AbortSignal | undefined): Promise<Answer> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body), signal: signal ?? null });
  if (!response.ok) throw await failureOf(url, response);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rig has sent it
  return (await response.json()) as Answer;
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
