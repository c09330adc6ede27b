import { expect, test } from 'vitest';
import { checkRounds } from '../../src/simulate/invariants/rounds.ts';
import { HostChecks } from '../../src/simulate/stand-ins/host-checks.ts';
import { newOrigin } from '../../src/simulate/stand-ins/origin.ts';
import { expectJob } from '../../src/simulate/world/expected-job.ts';

const job = expectJob('job_1', 0, { job: 0, message: 1, kind: 'edit' });
const commit = 'a'.repeat(40);
const asked = { position: 0, prompt: 'Message 1 to job 0: edit.', read_at_step: 1, round: null };

function round(change: { round?: string; prompt?: string } = {}) {
  return { position: 1, prompt: '> Check: build\n>\n> error', read_at_step: 2, round: `checks-${commit}`, ...change };
}

function looked(messages: ReturnType<typeof round>[], outcome: string | null, failed = true): () => void {
  const followings = [{ job_id: job.id, commit, outcome }];
  const history = { messages: [asked, ...messages] };
  return () => checkRounds({ failed: new Set(failed ? [job.id] : []) }, { job, history, observation: { followings } });
}

test('failed checks of the change lead to one turn', () => {
  expect(looked([round()], 'a turn was begun')).not.toThrow();
  expect(looked([], 'all have passed', false)).not.toThrow();
});

test.each<[string, () => void, RegExp]>([
  ['a turn where nothing has failed', looked([round()], 'a turn was begun', false), /its change has failed none/],
  [
    'a turn for what the base fails',
    looked([round({ prompt: '> Check: links' })], 'a turn was begun'),
    /none of its change: links/,
  ],
  ['a turn for that as well', looked([round({ prompt: '> Check: build\n\n> Check: links' })], null), /: build, links/],
  ['two turns of one commit', looked([round(), round()], 'a turn was begun'), /has led to two turns/],
  ['a following that never ends', looked([], null), /followed without an end/],
  ['a turn that is said to be begun', looked([], 'a turn was begun'), /and there is none/],
])('%s is seen', (_, look, violated) => {
  expect(look).toThrow(violated);
});

test('the checks of the base fail independently of what a job is set to', async () => {
  const origin = newOrigin(['docs/page-0.md'], new Date(0));
  const hostChecks = new HostChecks(origin);
  const main = origin.branches.get('main') ?? '';
  hostChecks.say(job, 'pass');
  origin.branches.set(`copydesk/${job.id}`, main);
  const states = hostChecks.checksOf(main).checks.map(({ name, state }) => `${name} ${state}`);
  expect(states).toEqual(['build passed', 'links failed', 'deploy running']);
});
