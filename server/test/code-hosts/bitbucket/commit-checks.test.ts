import { expect, test } from 'vitest';
import { startBitbucket } from '../../support/hosts/bitbucket.ts';
import type { BitbucketStatus } from '../../support/hosts/bitbucket-state.ts';
import { opened } from './support.ts';

const commit = 'a'.repeat(40);
const page = 'https://bitbucket.org/acme/docs/pipelines/results/12';

function status(change: Partial<BitbucketStatus>): BitbucketStatus {
  return { commit, key: 'p1', name: 'Pipeline #12', state: 'FAILED', url: page, description: 'failed', ...change };
}

test('each status is a check, and the site of one that passed is a preview', async () => {
  const statuses = [
    status({}),
    status({ key: 'p2', state: 'INPROGRESS' }),
    status({ key: 'p3', state: 'STOPPED' }),
    status({ key: 'site', name: 'Site', state: 'SUCCESSFUL', url: 'https://change-1.netlify.app/' }),
    status({ key: 'other', commit: 'b'.repeat(40) }),
  ];
  await using host = await startBitbucket({ statuses });
  const { checks, previews, isWhole } = await opened(host).checksOf(commit);
  expect(checks.map(({ key, state }) => [key, state])).toEqual([
    ['status p1', 'failed'],
    ['status p2', 'running'],
    ['status p3', 'skipped'],
    ['status site', 'passed'],
  ]);
  expect(checks[0]).toMatchObject({ name: 'Pipeline #12', link: page, summary: 'failed' });
  expect(previews).toEqual([{ name: 'Site', link: 'https://change-1.netlify.app/' }]);
  expect(isWhole).toBe(true);
});

test('at most three hundred checks are read', async () => {
  const statuses = Array.from({ length: 301 }, (_, index) => status({ key: `p${index}` }));
  await using host = await startBitbucket({ statuses });
  const { checks, isWhole } = await opened(host).checksOf(commit);
  expect([checks.length, isWhole]).toEqual([300, false]);
});

const pipelines = [
  {
    uuid: '{p}',
    number: 12,
    steps: [
      { uuid: '{s1}', result: 'SUCCESSFUL', log: 'well\n' },
      { uuid: '{s2}', result: 'FAILED', log: 'a broken link\nbitbucket-token\n' },
    ],
  },
];

test.each([page, 'https://bitbucket.org/acme/docs/addon/pipelines/home#!/results/12'])(
  'the log of the step that failed is read, without the token: %s',
  async (url) => {
    await using host = await startBitbucket({ statuses: [status({ url })], pipelines });
    expect(await opened(host).logOf(commit, 'status p1', 1_000)).toBe('a broken link\n…');
  },
);

test('a check that is not a pipeline, is missing, or may not be read has no log', async () => {
  await using host = await startBitbucket({ statuses: [status({ url: 'https://ci.example.com/12' })], pipelines });
  const client = opened(host);
  expect(await client.logOf(commit, 'status p1', 1_000)).toBeUndefined();
  host.state.statuses = [status({})];
  expect(await client.logOf(commit, 'status p9', 1_000)).toBeUndefined();
  for (const one of host.state.tokens.values()) one.scopes = ['repository'];
  expect(await client.logOf(commit, 'status p1', 1_000)).toBeUndefined();
  host.state.tokens.clear();
  await expect(client.logOf(commit, 'status p1', 1_000)).rejects.toMatchObject({ code: 'code_host_unauthorized' });
});
