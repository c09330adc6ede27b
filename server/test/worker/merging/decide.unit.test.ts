import { expect, test } from 'vitest';
import { decideMerge } from '../../../src/worker/merging/decide.ts';
import type { ChangeFacts, MergeFacts, PullRequestFacts } from '../../../src/worker/merging/decide.ts';

const hour = 3_600_000;
const deliveredAt = new Date('2026-11-20T00:00:00Z');
const after = (hours: number) => new Date(deliveredAt.getTime() + hours * hour);

const policy: MergeFacts['policy'] = {
  kinds: ['links', 'spelling'],
  maxFiles: 2,
  maxChangedLines: 10,
  quarantineHours: 24,
  requireChecks: true,
};

const pullRequest: PullRequestFacts = {
  isOwnHead: true,
  isOwnBase: true,
  isDraft: false,
  labels: [],
  isMergeable: true,
  changesRequestedBy: [],
  openThreads: 0,
  lastCommentAt: undefined,
  isForPeople: undefined,
};

const file = (path: string, ...kinds: ('links' | 'spelling' | 'redirects')[]) => ({ path, kinds, changes: [] });

const change: ChangeFacts = {
  recognised: { kinds: ['links'], files: [file('docs/a.md', 'links')] },
  paths: ['docs/a.md'],
  changedLines: 2,
  foreignCommits: 0,
  conflicts: [],
  problems: [],
  refused: [],
};

const check = (name: string, state: 'passed' | 'failed' | 'running' | 'skipped') => ({
  key: name,
  name,
  state,
  link: undefined,
  summary: undefined,
});

const facts: MergeFacts = {
  now: after(25),
  policy,
  job: { status: 'completed', isAsked: false },
  deliveredAt,
  pullRequest,
  change,
  checks: { checks: [check('Build', 'passed'), check('Spelling', 'skipped')], isWhole: true },
};

const decide = (more: Partial<MergeFacts>) => decideMerge({ ...facts, ...more });

test('a change without any obstacle is merged, with the reasons', () => {
  expect(decide({})).toEqual({
    decision: 'merge',
    reasons: [
      'It changes nothing but links: 1 file, 2 lines.',
      'It brings no problem, and no address is lost.',
      '1 check passed: Build.',
      'It was left alone for 25 hours after its last push.',
    ],
    due: null,
    recheckAfter: null,
  });
});

test.each<[string, Partial<MergeFacts>, RegExp]>([
  ['another head', { pullRequest: { ...pullRequest, isOwnHead: false }, change: undefined }, /last commit is not/],
  ['another base', { pullRequest: { ...pullRequest, isOwnBase: false } }, /another branch/],
  ['a failed job', { job: { status: 'failed', isAsked: false } }, /^The job is failed\.$/],
  ['an archived job', { job: { status: 'archived', isAsked: false } }, /^The job is archived\.$/],
  ['a place for people', { pullRequest: { ...pullRequest, isForPeople: 'Somebody must.' } }, /^Somebody must\.$/],
  ['an empty change', { change: { ...change, paths: [], recognised: { kinds: [], files: [] } } }, /changes nothing/],
  ['a file that was not recognised', { change: { ...change, paths: ['docs/a.md', 'b'] } }, /^b: it was not recognised/],
  ['too many lines', { change: { ...change, changedLines: 11 } }, /11 lines, and the policy allows 10/],
  ['commits of others', { change: { ...change, foreignCommits: 2 } }, /^Its branch has 2 commits of somebody else/],
  ['a problem', { change: { ...change, problems: ['docs/a.md:1 address-lost'] } }, /bring a problem: docs\/a\.md:1/],
  ['what the mandate refuses', { change: { ...change, refused: ['b: it is code.'] } }, /^b: it is code\.$/],
  [
    'a file for a person',
    { change: { ...change, recognised: { kinds: [], files: [{ path: 'docs/a.md', because: 'it is new' }] } } },
    /^docs\/a\.md: it is new\.$/,
  ],
  [
    'a kind that is not allowed',
    {
      change: { ...change, recognised: { kinds: ['redirects'], files: [file('docs/a.md', 'links', 'redirects')] } },
    },
    /the policy is not for redirects/,
  ],
  [
    'a file without a kind',
    { change: { ...change, recognised: { kinds: [], files: [file('docs/a.md')] } } },
    /nothing in it was recognised/,
  ],
])('%s is for a person, at once', (_name, more, reason) => {
  for (const now of [after(0), after(25)]) {
    const { decision, reasons, recheckAfter } = decide({ ...more, now });
    expect([decision, recheckAfter]).toEqual(['person', null]);
    expect(reasons).toContainEqual(expect.stringMatching(reason));
  }
});

test('some of many unrecognised files are named', () => {
  const paths = Array.from({ length: 9 }, (_, index) => `docs/${index}.md`);
  const { reasons } = decide({ change: { ...change, paths } });
  expect(reasons).toEqual([
    'It changes 9 files, and the policy allows 2.',
    ...paths.slice(0, 5).map((path) => `${path}: it was not recognised.`),
    'And 4 more like these.',
  ]);
});

test('a quarantine must end before the merge, and a comment restarts it', () => {
  const early = decide({ now: after(23) });
  expect([early.decision, early.due, early.recheckAfter]).toEqual(['waits', after(24), after(24)]);
  const lastCommentAt = after(20);
  const later = decide({ now: after(25), pullRequest: { ...pullRequest, lastCommentAt } });
  expect([later.decision, later.due]).toEqual(['waits', after(44)]);
  expect(later.reasons).toEqual([
    `It is left alone until ${after(44).toISOString()}: 24 hours after the last comment of a person.`,
  ]);
  const before = { ...pullRequest, lastCommentAt: new Date(deliveredAt.getTime() - 1) };
  expect(decide({ pullRequest: before }).decision).toBe('merge');
  expect(decide({ now: after(24) }).decision).toBe('merge');
});

test('an obstacle by people is reported during the quarantine too, and one by checks is not', () => {
  const held = { ...pullRequest, labels: ['copydesk:hold'] };
  const checks = { checks: [check('Build', 'failed')], isWhole: true };
  expect(decide({ now: after(1), pullRequest: held, checks }).reasons).toEqual([
    expect.stringMatching(/^It is left alone until/),
    'It has the label copydesk:hold.',
  ]);
});

test('an obstacle that can end by itself is checked again after half an hour, and a state that the host computes after two minutes', () => {
  const running = decide({ checks: { checks: [check('Build', 'running')], isWhole: true } });
  expect([running.decision, running.due, running.recheckAfter]).toEqual(['waits', null, after(25.5)]);
  expect(running.reasons).toEqual(['Checks are running: Build.', 'No check has passed yet, and the policy wants one.']);
  const unknown = decide({ pullRequest: { ...pullRequest, isMergeable: undefined } });
  expect(unknown.recheckAfter).toEqual(new Date(after(25).getTime() + 120_000));
});

test('without required checks none must exist, and none may have failed', () => {
  const free = { ...policy, requireChecks: false };
  expect(decide({ policy: free, checks: { checks: [], isWhole: true } })).toMatchObject({
    decision: 'merge',
    reasons: expect.arrayContaining(['No checks are required.']),
  });
  expect(decide({ policy: free, checks: { checks: [check('Build', 'failed')], isWhole: true } }).decision).toBe(
    'waits',
  );
  expect(decide({ policy: free, checks: { checks: [], isWhole: false } }).decision).toBe('waits');
});
