import { median, percentile } from '../support/figures.ts';
import type { Row } from '../support/figures.ts';
import { createJob, untilCompleted } from './api.ts';
import type { Place } from './api.ts';
import type { Desk } from './desk.ts';
import { startDesk } from './desk.ts';
import { serveRepository } from './git-host.ts';
import { monotonicMilliseconds } from './waiting-model.ts';

const jobs = 200;

/** Measures how long an idle server needs from a `POST` to the first call of the model, job after job. */
export async function measureStart(dataDirectory: string, repository: string): Promise<Row[]> {
  await using desk = await startDesk({ dataDirectory, model: 'at-once' });
  await using host = await serveRepository(repository);
  const token = await desk.createKey();
  const local = { url: desk.url, token, projectId: await desk.createProject('local', repository) };
  const remote = { url: desk.url, token, projectId: await desk.createProject('remote', host.url) };
  await measure(desk, local, 0, 10);
  const times = await measure(desk, local, 1_000, jobs);
  const remoteTimes = await measure(desk, remote, 2_000, 40);
  return [
    { name: 'POST to first model call, median of 200 jobs', value: median(times.sent), unit: 'ms', atMost: 20 },
    { name: '  95th percentile', value: percentile(times.sent, 0.95), unit: 'ms' },
    { name: "  from the POST's answer, median", value: median(times.answered), unit: 'ms' },
    { name: '  of a repository over HTTP on this machine, median of 40', value: median(remoteTimes.sent), unit: 'ms' },
  ];
}

async function measure(desk: Desk, place: Place, firstPage: number, count: number) {
  const sent: number[] = [];
  const answered: number[] = [];
  for (let page = firstPage; page < firstPage + count; page += 1) {
    const sentAt = monotonicMilliseconds();
    const job = await createJob(place, page);
    const answeredAt = monotonicMilliseconds();
    const { at } = await desk.called((call) => call.page === page);
    sent.push(at - sentAt);
    answered.push(at - answeredAt);
    await untilCompleted(place, job.id);
  }
  return { sent, answered };
}
