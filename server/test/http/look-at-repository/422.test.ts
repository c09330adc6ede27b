import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAllowedPath } from '../../../src/wiring/hosts/allowed-paths.ts';
import { testFolder, testRepository } from '../../support/git-repository.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const look = async (repository: string) => await api.send('POST', '/v1/repositories/look', { body: { repository } });

test('a path outside of the allowed folders gets the same answer, whatever is there', async () => {
  const replies = await Promise.all(
    [
      '/',
      '/etc',
      homedir(),
      '/nowhere',
      'file:///etc',
      `${tmpdir()}/../etc`,
      api.workspaceDirectory.replace(/^/, '/nowhere'),
    ].map(look),
  );
  for (const { status, json } of replies)
    expect({ status, json }).toMatchObject({
      status: 422,
      json: { code: 'repository_invalid', detail: expect.stringContaining('COPYDESK_REPOSITORY_FOLDERS') },
    });
});

test.each(['docs', './docs', '../docs', 'server/src', '~/docs'])(
  'a relative path is not looked up: %s',
  async (place) => {
    expect(await look(place)).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
  },
);

test('a project, its move and its context repositories are held to the same folders', async () => {
  const project = `/v1/projects/${api.project.id}`;
  const replies = await Promise.all([
    api.send('POST', '/v1/projects', { body: { name: 'Elsewhere', repository: '/nowhere' } }),
    api.send('PATCH', project, { body: { repository: '/nowhere' } }),
    api.send('POST', `${project}/context`, { body: { name: 'elsewhere', repository: '/nowhere' } }),
  ]);
  for (const reply of replies) expect(reply).toMatchObject({ status: 422, json: { code: 'repository_invalid' } });
});

test('links are followed before a folder counts, and the data directory never counts', async () => {
  await using allowed = await testFolder();
  await using elsewhere = await testRepository();
  await elsewhere.commit({ 'index.md': '# Hello\n' });
  const dataDirectory = path.join(allowed.path, 'data');
  const settings = { repositoryFolders: [allowed.path], dataDirectory };
  await Promise.all([
    mkdir(path.join(dataDirectory, 'repositories', 'prj.git'), { recursive: true }),
    symlink(elsewhere.path, path.join(allowed.path, 'link')),
    symlink('/nowhere/at/all', path.join(allowed.path, 'dead')),
  ]);
  execFileSync('git', [
    '-C',
    elsewhere.path,
    'worktree',
    'add',
    '--quiet',
    '--detach',
    path.join(allowed.path, 'linked'),
  ]);
  execFileSync('git', ['init', '--quiet', path.join(allowed.path, 'own')]);
  execFileSync('git', ['clone', '--quiet', '--shared', elsewhere.path, path.join(allowed.path, 'shared')]);
  execFileSync('git', ['init', '--quiet', '--bare', path.join(allowed.path, 'bare')]);
  await rm(path.join(allowed.path, 'bare', 'objects'), { recursive: true });
  await symlink(path.join(elsewhere.path, '.git', 'objects'), path.join(allowed.path, 'bare', 'objects'));
  await symlink(path.join(allowed.path, 'own'), path.join(elsewhere.path, 'into'));
  expect(await isAllowedPath(settings, path.join(elsewhere.path, 'into'))).toBe(false);
  const verdict = async (place: string) => await isAllowedPath(settings, path.join(allowed.path, place));
  expect(await Promise.all(['', 'own', 'own/.git', 'nothing', 'nothing/at/all'].map(verdict))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(
    await Promise.all(
      [
        'link',
        'dead',
        'shared',
        'bare',
        'link/nothing',
        'linked',
        'data',
        'data/repositories/prj.git',
        'data/nothing',
        '..',
        '../x',
      ].map(verdict),
    ),
  ).toEqual(Array.from({ length: 11 }, () => false));
  expect(await isAllowedPath({ ...settings, repositoryFolders: [] }, path.join(allowed.path, 'own'))).toBe(false);
});
