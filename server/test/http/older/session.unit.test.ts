import { expect, test } from 'vitest';
import type { StoredJob } from '../../../src/jobs/present.ts';
import { sessionOf } from '../../../src/http/older/session.ts';

const job: StoredJob = {
  id: 'job_1',
  status: 'active',
  source: { repository: 'https://git.example.com/docs.git', ref: 'docs/x' },
  model: 'm',
  prLink: null,
  createdAt: '2026-01-05T09:30:00.000Z',
  archivedAt: null,
  error: null,
  outcome: null,
  pullRequest: null,
  checks: null,
  author: null,
  madeFrom: null,
  summary: `${'Title '.repeat(40)}\nmore`,
};
const changed = { kind: 'changed', text: 'Done' } as const;
const failure = (code: 'push_rejected' | 'model_failed') => ({ code, detail: 'No', retryable: false });

test.each([
  ['an active one', {}, { haulted: false, haultReason: 'processing', messageToUser: '' }],
  [
    'a completed one',
    { status: 'completed', outcome: changed, prLink: 'https://x/1' },
    { haulted: true, haultReason: 'completed', messageToUser: 'Done', pullRequestLink: 'https://x/1' },
  ],
  [
    'one that the code host stopped',
    { status: 'failed', error: failure('push_rejected') },
    { haulted: true, haultReason: 'github_missconfigured', messageToUser: 'No' },
  ],
  ['one that the model stopped', { status: 'failed', error: failure('model_failed') }, { haultReason: 'error' }],
  ['one archived before its end', { status: 'archived' }, { haulted: true, haultReason: 'interrupted' }],
  ['one archived after its end', { status: 'archived', outcome: changed }, { haultReason: 'completed' }],
] as const)('the session of %s', (_which, change, session) => {
  expect(sessionOf('prj_1', { ...job, ...change })).toMatchObject(session);
});

test('no field is null, and a long title is shortened', () => {
  const session = sessionOf('prj_1', job);
  expect(Object.values(session)).not.toContain(null);
  expect(session).toMatchObject({ sessionId: 'job_1', subdomain: 'prj_1', branch: 'docs/x', userId: '', todos: [] });
  expect(session.title).toMatch(/^Title .*…$/u);
  expect(session.title.length).toBeLessThanOrEqual(101);
});
