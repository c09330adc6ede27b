import { CopydeskError, Job, JobDiff, JobEvent, Problem } from '@copydesk/contract';

/** The few API calls that the demo makes, over HTTP like any client. */
export interface ApiClient {
  createJob(projectId: string, prompt: string): Promise<Job>;
  readJob(projectId: string, jobId: string): Promise<Job>;
  readDiff(projectId: string, jobId: string): Promise<JobDiff>;
  /** Streams the transcript to its end. */
  events(projectId: string, jobId: string): AsyncGenerator<JobEvent>;
}

/**
 * Opens a client of the server at `url`.
 * @throws CopydeskError the error that the server returned, or `internal` for an answer that is not from the API
 */
export function openApiClient(url: string, key: string, signal: AbortSignal): ApiClient {
  const authorization = `Bearer ${key}`;
  const call = async (
    path: string,
    init: { headers?: Record<string, string>; method?: string; body?: string } = {},
  ) => {
    const headers = { authorization, 'content-type': 'application/json', ...init.headers };
    const response = await fetch(`${url}/v2/agent/${path}`, { ...init, headers, signal });
    if (!response.ok) throw refusal(response.status, await response.text());
    return response;
  };
  return {
    createJob: async (projectId, prompt) =>
      Job.parse(await (await call(`${projectId}/job`, { method: 'POST', body: JSON.stringify({ prompt }) })).json()),
    readJob: async (projectId, jobId) => Job.parse(await (await call(`${projectId}/job/${jobId}`)).json()),
    readDiff: async (projectId, jobId) => JobDiff.parse(await (await call(`${projectId}/job/${jobId}/diff`)).json()),
    async *events(projectId, jobId) {
      const response = await call(`${projectId}/job/${jobId}/events`, { headers: { accept: 'text/event-stream' } });
      if (response.body === null) return;
      for await (const data of transcriptData(response.body)) yield JobEvent.parse(JSON.parse(data));
    },
  };
}

/** Yields the `data` of each Server-Sent Event with an id. Skips comments, and events that say why the job waits. */
async function* transcriptData(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending = '';
  for await (const chunk of body) {
    const blocks = (pending + decoder.decode(chunk, { stream: true })).split('\n\n');
    pending = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const data = lines.filter((line) => line.startsWith('data:'));
      if (data.length > 0 && lines.some((line) => line.startsWith('id:')))
        yield data.map((line) => line.slice(5).replace(/^ /, '')).join('\n');
    }
  }
}

function refusal(status: number, body: string): CopydeskError {
  const problem = Problem.safeParse(parsed(body));
  if (!problem.success)
    return new CopydeskError('internal', `The server answered ${status} without a problem that this command knows.`);
  return new CopydeskError(problem.data.code, problem.data.detail, { errors: problem.data.errors });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
