import { performance } from 'node:perf_hooks';
import type { Row } from '../support/figures.ts';
import { listJobs, post } from './api.ts';
import type { Place } from './api.ts';
import { startDesk } from './desk.ts';
import { runInLanes } from './lanes.ts';

const keys = 100;
const postsPerKey = 50;
const keysAtOnce = 4;

/** Sends many identical requests at once, as retrying clients do: one job per key, in whatever order. */
export async function measureKeys(dataDirectory: string, repository: string): Promise<Row[]> {
  await using desk = await startDesk({ dataDirectory });
  const token = await desk.createKey();
  const place = { url: desk.url, token, projectId: await desk.createProject('keys', repository) };
  const start = performance.now();
  await runInLanes(keysAtOnce, keys, async (key) => {
    const ids = await Promise.all(Array.from({ length: postsPerKey }, () => postUntilAccepted(place, key)));
    if (new Set(ids).size !== 1) throw new Error(`The key ${key} was answered with several jobs.`);
  });
  const seconds = (performance.now() - start) / 1000;
  const made = await listJobs(place);
  if (made.length !== keys) throw new Error(`${keys} keys have made ${made.length} jobs.`);
  return [
    { name: `${keys} keys, ${postsPerKey} identical POSTs each: jobs`, value: made.length, unit: 'jobs', atMost: keys },
    { name: '  all of them answered after', value: seconds, unit: 's' },
  ];
}

/** A key in flight is answered with 409. A retry gets the job. */
async function postUntilAccepted(place: Place, key: number): Promise<string> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const answer = await post(place, key, `key-${key}`);
    const text = await answer.text();
    if (answer.status === 201) return new URL(answer.headers.get('location') ?? '', place.url).pathname;
    if (answer.status !== 409 && answer.status !== 503)
      throw new Error(`A POST was answered ${answer.status}: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`The key ${key} was never answered with a job.`);
}
