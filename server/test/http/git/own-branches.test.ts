import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/projects/key/keys.ts';
import { rotateKey } from '../../../src/projects/key/rotate-key.ts';
import { runGit, testFolder } from '../../support/git-repository.ts';
import type { TestFolder } from '../../support/git-repository.ts';
import { noise } from '../../support/noise.ts';
import { startSite } from '../support/site.ts';
import type { TestSite } from '../support/site.ts';

let site: TestSite;
let folder: TestFolder;
let clone: string;
let first: string;

beforeAll(async () => {
  site = await startSite();
  folder = await testFolder();
  clone = join(folder.path, 'clone');
  first = await site.repository.git('rev-parse', 'main');
  await runGit(['clone', '--quiet', addressFor(await site.newKey(['agent:read'])), clone]);
  await runGit(['-C', clone, 'commit', '--quiet', '--allow-empty', '-m', 'Nothing']);
});
afterAll(async () => {
  await folder[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const addressFor = (key: string) => `http://x:${key}@127.0.0.1:${site.api.port}/git/${site.docs.id}.git`;
const push = async (key: string, ...refs: string[]) =>
  await runGit(['-C', clone, 'push', '--force', addressFor(key), ...refs]);
const pusher = async () => await site.newKey(['git:push']);
const commitOf = async (ref: string) =>
  await site.repository.git('rev-parse', '--verify', '--quiet', ref).catch(() => undefined);

test('a key can create branches, push to those that it created, and delete them', async () => {
  const key = await pusher();
  await push(key, 'HEAD:refs/heads/mine', 'HEAD:refs/heads/mine-too');
  await push(key, 'HEAD~1:refs/heads/mine');
  expect(await commitOf('refs/heads/mine')).toBe(first);
  await push(key, ':refs/heads/mine');
  expect(await commitOf('refs/heads/mine')).toBeUndefined();
  await push(await pusher(), 'HEAD:refs/heads/mine');
  await expect(push(key, 'HEAD~1:refs/heads/mine')).rejects.toThrow('this key did not make it');
});

test('a shallow clone can push, and is refused, like any other', async () => {
  const shallow = join(folder.path, 'shallow');
  const key = await site.newKey(['agent:read', 'git:push']);
  await runGit(['clone', '--quiet', '--depth=1', addressFor(key), shallow]);
  await runGit(['-C', shallow, 'commit', '--quiet', '--allow-empty', '-m', 'Nothing']);
  await runGit(['-C', shallow, 'push', '--quiet', 'origin', 'HEAD:refs/heads/from-shallow']);
  expect(await commitOf('refs/heads/from-shallow')).toBe(await runGit(['-C', shallow, 'rev-parse', 'HEAD']));
  await expect(runGit(['-C', shallow, 'push', 'origin', 'HEAD:main'])).rejects.toThrow('the base branch needs a key');
});

test('a rotated key owns the branches of the old one', async () => {
  const { organisationId } = site.docs;
  const { key, token } = await createKey(site.api.db, { organisationId, name: 'Turned', scopes: ['git:push'] });
  await push(token, 'HEAD:refs/heads/turned');
  const rotated = await rotateKey(site.api.db, {
    organisationId,
    keyId: key.id,
    boundTo: null,
    now: new Date(),
    createdBy: 'test',
  });
  await push(rotated.token, 'HEAD~1:refs/heads/turned');
  expect(await commitOf('refs/heads/turned')).toBe(first);
});

describe('a push to a ref that the key does not own is rejected', () => {
  beforeAll(async () => {
    await site.propose({ files: { 'docs/one.md': 'One.\n' }, branch: 'copydesk/one' });
    await site.propose({ files: { 'docs/two.md': 'Two.\n' }, branch: 'topic/two' });
    await site.repository.git('branch', 'theirs', 'main');
    await push(await pusher(), 'HEAD~1:refs/heads/of-another-key');
  });

  test.each([
    ['the base branch', 'main', 'the base branch needs a key with admin'],
    ['the base branch in another case', 'MAIN', 'the base branch needs a key with admin'],
    ['a branch of a job', 'copydesk/one', 'it is the branch of a job that this key did not ask for'],
    [
      'the branch of a pull request, whatever it is called',
      'topic/two',
      'it is the branch of a job that this key did not ask for',
    ],
    ['a new branch with a name of jobs', 'copydesk/new', 'branches of this name belong to jobs'],
    ['what would be in the way of all jobs', 'CopyDesk', 'branches of this name belong to jobs'],
    ['a branch that was there before', 'theirs', 'this key did not make it'],
    ['a branch of another key', 'of-another-key', 'this key did not make it'],
    [
      'a branch that is another one to some systems',
      'Of-Another-Key',
      'differs from the branch of-another-key only in upper and lower case',
    ],
  ])('%s', async (_name, branch, reason) => {
    const before = await site.repository.git('for-each-ref');
    const key = await pusher();
    await expect(push(key, `HEAD:refs/heads/${branch}`)).rejects.toThrow(`${reason})`);
    await expect(push(key, `:refs/heads/${branch}`)).rejects.toThrow('exited with');
    expect(await site.repository.git('for-each-ref')).toBe(before);
  });

  test.each([
    'refs/tags/v1',
    'refs/replace/' + '1'.repeat(40),
    'refs/notes/commits',
    'refs/pull/1/head',
    'refs/stash',
    'refs/headsup/x',
  ])('%s', async (ref) => {
    const reason = ref.startsWith('refs/tags/') ? 'tags take a key with admin' : 'only branches and tags are accepted';
    await expect(push(await pusher(), `HEAD:${ref}`)).rejects.toThrow(reason);
    expect(await commitOf(ref)).toBeUndefined();
  });

  test('a push with one refused ref changes no ref, reports a reason for each, and what to do', async () => {
    const key = await pusher();
    const refused = push(key, 'HEAD:refs/heads/would-be-fine', 'HEAD:refs/heads/theirs');
    await expect(refused).rejects.toThrow(
      /remote: Nothing was pushed\..*use a new branch name\.[^]*HEAD -> theirs \(this key did not make it\)[^]*HEAD -> would-be-fine \(nothing is accepted, because another ref/,
    );
    expect(await commitOf('refs/heads/would-be-fine')).toBeUndefined();
    await push(key, 'HEAD:refs/heads/would-be-fine');
  });

  test('a push with many objects is read to its end before it is refused', async () => {
    const blob = await runGit(['-C', clone, 'hash-object', '-w', '--stdin'], noise(3_000_000));
    await runGit(['-C', clone, 'tag', '--force', 'large', blob]);
    await expect(push(await pusher(), 'large:refs/tags/large')).rejects.toThrow('tags take a key with admin');
  });

  test('a client that requests no report for refs gets the HTTP status', async () => {
    const command = `${'0'.repeat(40)} ${first} refs/heads/main`;
    const reply = await fetch(`${site.origin}/git/${site.docs.id}.git/git-receive-pack`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await pusher()}`,
        'content-type': 'application/x-git-receive-pack-request',
      },
      body: `${(command.length + 4).toString(16).padStart(4, '0')}${command}0000`,
    });
    expect([reply.status, await reply.json()]).toEqual([403, expect.objectContaining({ code: 'insufficient_scope' })]);
  });
});

test('the key that created a job can push to the branch of that job', async () => {
  const { organisationId } = site.docs;
  const { key, token } = await createKey(site.api.db, { organisationId, name: 'Asks', scopes: ['git:push'] });
  const author = { kind: 'key', id: key.id, name: key.name } as const;
  const { id } = await site.api.newJob({ project: site.docs, author });
  await push(token, `HEAD:refs/heads/copydesk/${id}`);
  await expect(push(await pusher(), `HEAD~1:refs/heads/copydesk/${id}`)).rejects.toThrow(
    'it is the branch of a job that this key did not ask for',
  );
});

test('a key cannot push to its own branch while that is the base branch of a pull request', async () => {
  const key = await pusher();
  await push(key, 'HEAD:refs/heads/release');
  const { number } = await site.propose({ files: { 'docs/r.md': 'R.\n' }, branch: 'copydesk/into-release' });
  await site.api.db.updateTable('pull_request').set({ base_ref: 'release' }).where('number', '=', number).execute();
  await expect(push(key, 'HEAD~1:refs/heads/release')).rejects.toThrow('the base branch needs a key with admin');
});

test('a key with admin can push to all branches and tags', async () => {
  const key = await site.newKey(['admin']);
  await push(key, 'HEAD:refs/heads/theirs', 'HEAD:refs/tags/v2', 'HEAD:refs/heads/copydesk/one');
  await expect(push(key, 'HEAD:refs/notes/commits')).rejects.toThrow('only branches and tags are accepted');
  await push(key, 'HEAD:refs/heads/main');
  expect(await commitOf('refs/heads/main')).toBe(await runGit(['-C', clone, 'rev-parse', 'HEAD']));
});
