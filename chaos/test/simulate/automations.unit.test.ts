import { expect, test } from 'vitest';
import { checkAccounts } from '../../src/simulate/invariants/automations.ts';
import { automationPrompt, editsOfEvents, markOf } from '../../src/simulate/stand-ins/prompt.ts';

const run = (decision: 'job' | 'message', hour = 9) => ({
  id: `run_${decision}`,
  decision,
  why: 'A request came to its trigger.',
  events: 1,
  job: 'job_1',
  created_at: `2026-01-05T0${hour}:00:00+00:00`,
});

const message = (...events: number[]) => ({
  job: 'job_1',
  prompt: `${automationPrompt}\n${events.map(markOf).join('\n')}\n`,
});

test('each event is in one message, and each message belongs to a run', () => {
  const marks = [1, 11].map(markOf);
  const runs = [run('job'), run('message')];
  expect(() => checkAccounts(marks, { runs, messages: [message(11), message(1)] })).not.toThrow();
});

test.each([
  [
    'an event that no message has',
    { runs: [run('job')], messages: [message(2)] },
    /Event 1\. is in the material 0 times/,
  ],
  [
    'an event in two messages',
    { runs: [run('job'), run('message')], messages: [message(1, 2), message(2)] },
    /Event 2\. is in the material 2 times/,
  ],
  [
    'a message without a run',
    { runs: [run('job')], messages: [message(1), message(2)] },
    /2 messages of it, and 1 runs/,
  ],
])('%s', (_, history, violated) => {
  expect(() => checkAccounts([1, 2].map(markOf), history)).toThrow(violated);
});

test('work that begins more than twice within 24 hours is reported', () => {
  const messages = [1, 2, 3].map((event) => message(event));
  const marks = [1, 2, 3].map(markOf);
  const runs = [run('job', 1), run('message', 2), run('message', 3)];
  expect(() => checkAccounts(marks, { runs, messages })).toThrow('exceeds its limit');
  const later = { ...run('message'), created_at: '2026-01-06T01:00:00+00:00' };
  expect(() => checkAccounts(marks, { runs: [...runs.slice(0, 2), later], messages })).not.toThrow();
});

test('the edits that a message of the automation requests are read from its events', () => {
  expect(editsOfEvents(`${automationPrompt}\n\nText:\n<<<<<<\nEvent 7.\n>>>>>>`)).toEqual(['event-7-1']);
  expect(editsOfEvents('Message 1 to job 0: edit.')).toBeUndefined();
});
