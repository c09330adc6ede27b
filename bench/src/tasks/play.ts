import { Job } from '@copydesk/contract';
import type { ModelAnswer } from '../models/answer-events.ts';
import { median } from '../support/figures.ts';
import { gapsOf, sendAgain } from '../models/gaps.ts';
import type { Provider } from '../models/provider.ts';
import { ask, untilCompleted } from '../reliability/api.ts';
import type { Place } from '../reliability/api.ts';
import { tokensRead, tokensWritten, troublesIn } from './conversation.ts';
import { branchOf, fileAt } from './site.ts';
import type { Expectation, Task } from './task.ts';

/** What all requests of a task took. */
export interface Played {
  requests: number;
  read: number;
  written: number;
  bytes: number;
  /** The median milliseconds between an answer and the next request, minus what `fetch` takes for it. */
  overhead: number;
  /** The milliseconds between each answer and the next request, including `fetch`. */
  gaps: number[];
}

/**
 * Plays a task up to its pull request.
 * @throws Error when a call was refused, the script has too few answers, or the branch is not as expected.
 */
export async function play(
  { place, provider, repository }: { place: Place; provider: Provider; repository: string },
  task: Task,
  script: ModelAnswer[],
): Promise<Played> {
  const before = provider.calls.length;
  provider.play(script);
  const answer = await ask(place, task.prompt);
  if (answer.status !== 201) throw new Error(`The job was not accepted: ${await answer.text()}`);
  const { id } = Job.parse(await answer.json());
  await untilCompleted(place, id);
  await provider.answered(before + script.length);
  const calls = provider.calls.slice(before);
  const { refusals, last } = troublesIn(calls.at(-1)?.body ?? '{"messages":[]}');
  if (refusals.length > 0) throw new Error(`${task.name}: a call was refused: ${refusals.join('\n')}`);
  if (calls.length !== script.length)
    throw new Error(`${task.name}: ${calls.length} requests for ${script.length} answers; the last:\n${last}`);
  const branch = await branchOf(repository, id);
  for (const expectation of task.expected) await expectThat(task.name, { repository, branch }, expectation);
  const bare = await sendAgain(provider, calls);
  const gaps = gapsOf(calls);
  return {
    requests: calls.length,
    read: sum(calls.map(({ body }) => tokensRead(body))),
    written: sum(script.map(tokensWritten)),
    bytes: sum(calls.map(({ body }) => Buffer.byteLength(body))),
    overhead: median(gaps) - median(gapsOf(bare)),
    gaps,
  };
}

async function expectThat(
  name: string,
  { repository, branch }: { repository: string; branch: string },
  { path, isGone = false, holds = [], lacks = [] }: Expectation,
): Promise<void> {
  const text = await fileAt(repository, branch, path);
  if (isGone !== (text === undefined)) throw new Error(`${name}: ${path} is ${isGone ? 'still there' : 'not there'}.`);
  const lacking = holds.find((part) => text?.includes(part) !== true);
  if (lacking !== undefined) throw new Error(`${name}: ${path} lacks ${JSON.stringify(lacking)}:\n${text}`);
  const left = lacks.find((part) => text?.includes(part) === true);
  if (left !== undefined) throw new Error(`${name}: ${path} still holds ${JSON.stringify(left)}:\n${text}`);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
