import { z } from 'zod';
import type { ProjectPlace } from './desk.ts';
import type { ModelCall, StandInModel, Task } from './stand-in-model.ts';

/** How long a job took, seen from outside. All times are in milliseconds. */
export interface JobTimes {
  id: string;
  /** From the POST until the event stream reports the end. */
  all: number;
  /** From the POST to the first call of the model: accept, claim, prepare. */
  untilModel: number;
  /** From the first call of the model to the answer to the last one. */
  agent: number;
  /** After that: checks, commit, push, pull request, settle. */
  deliver: number;
  calls: ModelCall[];
}

const Job = z.object({ id: z.string(), status: z.string(), prLink: z.string().nullable() });

/** @throws Error when the job does not end with a pull request. */
export async function runJob(place: ProjectPlace, model: StandInModel, task: Task): Promise<JobTimes> {
  const headers = { authorization: `Bearer ${place.token}`, 'content-type': 'application/json' };
  const jobs = `${place.url}/v2/agent/${place.projectId}/job`;
  const start = performance.now();
  const created = await fetch(jobs, {
    method: 'POST',
    headers,
    body: JSON.stringify({ prompt: model.promptFor(task) }),
  });
  if (created.status !== 201) throw new Error(`The job was not accepted: ${await created.text()}`);
  const { id } = Job.parse(await created.json());
  const stream = await fetch(`${jobs}/${id}/events`, { headers: { ...headers, accept: 'text/event-stream' } });
  await stream.text();
  const end = performance.now();
  const ended = await (await fetch(`${jobs}/${id}`, { headers })).text();
  const job = Job.parse(JSON.parse(ended));
  if (job.status !== 'completed' || job.prLink === null) throw new Error(`The job ended badly: ${ended}`);
  const calls = model.takeCalls(task);
  const [first, last] = [calls[0], calls.at(-1)];
  if (first === undefined || last === undefined) throw new Error('The job did not call the model');
  return {
    id,
    all: end - start,
    untilModel: first.arrivedAt - start,
    agent: last.answeredAt - first.arrivedAt,
    deliver: end - last.answeredAt,
    calls,
  };
}
