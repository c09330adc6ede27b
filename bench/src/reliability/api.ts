import { Job, JobList } from '@copydesk/contract';
import { pagePath } from '../support/generate-site.ts';

/** A project of a server, with a key for it. */
export interface Place {
  url: string;
  projectId: string;
  token: string;
}

/** Requests a change of a page. Resolves with the job when it is accepted. */
export async function createJob(place: Place, page: number): Promise<Job> {
  const answer = await post(place, page);
  if (answer.status !== 201) throw new Error(`The job was not accepted: ${await answer.text()}`);
  return Job.parse(await answer.json());
}

/** Sends the request that {@link createJob} makes. Returns the response, whatever its status. */
export async function post(place: Place, page: number, idempotencyKey?: string): Promise<Response> {
  return await ask(place, `Move the marker in ${pagePath(page)}`, idempotencyKey);
}

/** Requests a job with a prompt. Returns the response, whatever its status. */
export async function ask(place: Place, prompt: string, idempotencyKey?: string): Promise<Response> {
  const headers = { ...headersOf(place), 'content-type': 'application/json' };
  return await fetch(`${place.url}/v2/agent/${place.projectId}/job`, {
    method: 'POST',
    headers: idempotencyKey === undefined ? headers : { ...headers, 'idempotency-key': idempotencyKey },
    body: JSON.stringify({ prompt }),
  });
}

export async function readJob(place: Place, jobId: string): Promise<Job> {
  const answer = await askForJob(place, jobId);
  if (answer.status !== 200) throw new Error(`The job could not be read: ${await answer.text()}`);
  return Job.parse(await answer.json());
}

/** Requests a job by its id. Returns the response, whatever its status. */
export async function askForJob(place: Place, jobId: string): Promise<Response> {
  return await fetch(`${place.url}/v2/agent/${place.projectId}/job/${jobId}`, { headers: headersOf(place) });
}

/** Waits for the end of a job's event stream. Throws when the job has no pull request then. */
export async function untilCompleted(place: Place, jobId: string): Promise<void> {
  const headers = { ...headersOf(place), accept: 'text/event-stream' };
  const stream = await fetch(`${place.url}/v2/agent/${place.projectId}/job/${jobId}/events`, { headers });
  await stream.text();
  const job = await readJob(place, jobId);
  if (job.status !== 'completed' || job.prLink === null) throw new Error(`A job ended badly: ${JSON.stringify(job)}`);
}

/** Whether a project has a job that is still active. */
export async function hasActiveJobs(place: Place): Promise<boolean> {
  return (await listPage(place, { status: 'active', limit: '1' })).jobs.length > 0;
}

/** Returns the ids of a project's jobs, newest first. */
export async function listJobs(place: Place): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const list: JobList = await listPage(place, { limit: '100', ...(cursor !== null && { cursor }) });
    ids.push(...list.jobs.map((job) => job.id));
    cursor = list.nextCursor;
  } while (cursor !== null);
  return ids;
}

async function listPage(place: Place, query: Record<string, string>): Promise<JobList> {
  const address = `${place.url}/v2/agent/${place.projectId}/jobs?${new URLSearchParams(query).toString()}`;
  return JobList.parse(await (await fetch(address, { headers: headersOf(place) })).json());
}

function headersOf({ token }: Place): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
