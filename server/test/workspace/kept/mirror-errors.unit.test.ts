import { isCopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { GitFailure } from '../../../src/workspace/git/git.ts';
import { mirrorError, mirrorRefusal } from '../../../src/workspace/kept/mirror-errors.ts';
import type { Source } from '../../../src/workspace/source.ts';

const location = 'https://git.example.com/docs/prj_1.git';
const mirror: Source = { id: 'prj_1', kind: 'url', location, authorization: async () => 'Basic eA==' };
const status = (code: number) => `fatal: unable to access '${location}/': The requested URL returned error: ${code}`;

async function reported(stderr: string): Promise<[string, string]> {
  const failure = new GitFailure('push', { code: 128, stderr, isAuthorized: true });
  const error = await mirrorError(failure, mirror);
  if (!isCopydeskError(error)) throw new Error('it has no code');
  return [error.code, error.message];
}

// Behaviour taken from go-gitea/gitea routers/web/repo/githttp.go and repo_push.go.
test.each([
  [
    `remote: Unauthorized\nfatal: Authentication failed for '${location}/'`,
    'repository_unauthorized',
    'says: Unauthorized.',
  ],
  [`fatal: Authentication failed for '${location}/'`, 'repository_unauthorized', 'does not know the token'],
  [
    `remote: This repo is archived. You can view files and clone it, but cannot push or open issues/pull-requests.\n${status(403)}`,
    'repository_archived',
    'Unarchive it there',
  ],
  [
    `remote: mirror repository is read-only\n${status(403)}`,
    'code_host_forbidden',
    'says: mirror repository is read-only.',
  ],
  [
    `remote: Push to create is not enabled for organizations.\n${status(403)}`,
    'repository_not_found',
    'Make an empty repository',
  ],
  [
    `remote: Repository not found\nfatal: repository '${location}/' not found`,
    'repository_not_found',
    'Make an empty repository',
  ],
  [status(403), 'code_host_forbidden', 'COPYDESK_MIRROR_TOKEN may not push'],
  [status(301), 'repository_moved', 'Set COPYDESK_MIRROR to'],
])('a mirror that says %j', async (stderr, code, part) => {
  const [found, message] = await reported(stderr);
  expect(found).toBe(code);
  expect(message).toContain(part);
  expect(message).toContain(location);
  expect(message).not.toContain('copydesk project connect');
});

const declined = (name: string) => `!\t${name}\t[remote rejected] (pre-receive hook declined)\n`;

test('a branch that is protected at the mirror is reported with what to do about it', () => {
  const stdout = `To ${location}\n${declined('refs/heads/copydesk/job_1:refs/heads/copydesk/job_1')}${declined('refs/heads/main:refs/heads/main')}Done\n`;
  const stderr = 'remote: Gitea: branch main is protected from force push\nerror: failed to push some refs';
  const error = mirrorRefusal({ exit: { code: 1, stderr }, stdout }, mirror);
  expect(error).toMatchObject({ code: 'branch_protected' });
  expect(error.message).toBe(
    `${location} says: Gitea: branch main is protected from force push. Remove the protection there: ` +
      'a mirror must accept forced pushes and deletions too, and only Copydesk pushes to it.',
  );
});

test.each([
  'remote: Gitea: branch main is the default branch and cannot be deleted',
  'remote: error: refusing to delete the current branch: refs/heads/main',
])('a default branch that is deleted here: %s', (stderr) => {
  const stdout = `To ${location}\n!\t:refs/heads/main\t[remote rejected] (deletion of the current branch prohibited)\nDone\n`;
  const error = mirrorRefusal({ exit: { code: 1, stderr }, stdout }, mirror);
  expect(error).toMatchObject({ code: 'branch_protected' });
  expect(error.message).toContain('Set another default branch there, one that exists here.');
});

test('an unknown refusal is reported unchanged, with the branch', () => {
  const stdout = `To ${location}\n!\trefs/heads/a:refs/heads/a\t[remote rejected] (the moon is full)\nDone\n`;
  const error = mirrorRefusal({ exit: { code: 1, stderr: 'error: failed to push some refs' }, stdout }, mirror);
  expect(error).toMatchObject({
    code: 'push_rejected',
    message: expect.stringContaining('refuses a: the moon is full.'),
  });
});
