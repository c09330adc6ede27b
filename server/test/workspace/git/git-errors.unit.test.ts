import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { GitFailure } from '../../../src/workspace/git/git.ts';
import { sourceError } from '../../../src/workspace/git/git-errors.ts';

test.each([
  ['path', '/srv/docs', 'Give that user the permission'],
  ['url', 'https://git.test/docs.git', 'refuses these credentials'],
] as const)('a refused action at a %s is reported in words for that kind', async (kind, location, words) => {
  const stderr = 'remote: error: insufficient permission for adding an object to repository database ./objects';
  const failure = new GitFailure('push', { code: 1, stderr });
  expect(await sourceError(failure, { id: 'src_1', kind, location }, tmpdir())).toMatchObject({
    code: 'repository_unauthorized',
    message: expect.stringContaining(words),
  });
});

test.each([
  [undefined, 'requires credentials, or is hidden without them'],
  [true, 'does not accept these credentials: they are wrong, expired or revoked'],
] as const)('a 401 is reported depending on given credentials: %s', async (isAuthorized, words) => {
  const stderr = "fatal: Authentication failed for 'https://git.test/docs.git/'";
  const failure = new GitFailure('fetch', { code: 128, stderr, ...(isAuthorized && { isAuthorized }) });
  const source = { id: 'src_1', kind: 'url', location: 'https://git.test/docs.git' } as const;
  expect(await sourceError(failure, source, tmpdir())).toMatchObject({
    code: 'repository_unauthorized',
    message: expect.stringContaining(words),
  });
});

test.each([
  'fatal: write error: No space left on device',
  'error: unable to write file ./objects/aa/bb: Disk quota exceeded',
  "fatal: cannot mkdir '/data/clones/x.git': Read-only file system",
])('a full disk is reported as storage_full: %s', async (stderr) => {
  const failure = new GitFailure('fetch', { code: 128, stderr });
  expect(
    await sourceError(failure, { id: 'src_1', kind: 'url', location: 'https://git.test/docs.git' }, tmpdir()),
  ).toMatchObject({
    code: 'storage_full',
    retryable: true,
    message: expect.stringContaining('COPYDESK_DATA_DIR'),
  });
});

test('a full disk of the git host is reported as that of the host', async () => {
  const stderr =
    'remote: fatal: unable to write loose object file: No space left on device\nerror: remote unpack failed';
  const failure = new GitFailure('push', { code: 1, stderr });
  expect(
    await sourceError(failure, { id: 'src_1', kind: 'url', location: 'https://git.test/docs.git' }, tmpdir()),
  ).toMatchObject({
    code: 'storage_full',
    message: expect.stringContaining('The disk of https://git.test/docs.git'),
  });
});

test("the system's messages of a full disk are recognised, and its other messages are kept", async () => {
  const source = { id: 'src_1', kind: 'path', location: '/srv/docs' } as const;
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(await sourceError(full, source, tmpdir())).toMatchObject({ code: 'storage_full' });
  const other = Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
  expect(await sourceError(other, source, tmpdir())).toBe(other);
});
