import { writePrompt } from '../../src/hosts/prompts.ts';
import type { Call, Request } from '../../src/ledger.ts';
import type { JobFacts, JobRow } from '../../src/watch/facts.ts';

/** Returns a row, by default of an active job. */
export function row(change: Partial<JobRow>): JobRow {
  return {
    id: 'job_1',
    status: 'active',
    prLink: null,
    error: null,
    branch: 'copydesk/job_1',
    branchHead: null,
    epoch: 1,
    events: 1,
    steps: 0,
    turn: 1,
    messages: 1,
    messagesRead: 0,
    ...change,
  };
}

export function facts(change: Partial<JobFacts> & { row?: JobRow }): JobFacts {
  return { row: row({}), steps: [], messages: [], deliveries: [], followed: [], helperCost: 0, ...change };
}

/** Returns the message with this number, as it is sent and stored. */
export function prompt(message: number): string {
  return writePrompt({ key: 'k1', message, edits: 2 });
}

export function request(message: number, change: Partial<Request> = {}): Request {
  return {
    key: `k1-${message}`,
    kind: message === 0 ? 'create' : 'message',
    prompt: prompt(message),
    sentAt: message * 100,
    acceptedAt: message * 100 + 50,
    ...change,
  };
}

/** Returns a call after others, which received one message. */
export function call(id: string, seen: string[], change: Partial<Call> = {}): Call {
  return { id, process: 'worker-1.1', at: 0, seen, messages: ['k1/0'], outcome: 'answered', ...change };
}
