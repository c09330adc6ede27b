import { expect } from 'vitest';
import type { TestRepository } from '../../support/git-repository.ts';
import type { WorkerRig } from '../rig.ts';
import { ownKey, theirPassword, theirToken } from './orders.ts';

/** Expects that only the job's branch was pushed, and that it contains only the edit that the task asked for. */
export async function expectOwnBranchOnly({ git }: TestRepository, jobId: string): Promise<void> {
  const refs = (await git('for-each-ref', '--format=%(refname)')).split('\n');
  expect(refs.filter((ref) => !/^refs\/heads\/(?:main$|copydesk\/job_)/.test(ref))).toEqual([]);
  if (!refs.includes(`refs/heads/copydesk/${jobId}`)) return;
  const changed = await git('-c', 'core.quotePath=false', 'diff', '--name-status', 'main', `copydesk/${jobId}`);
  expect(changed).toBe('M\tdocs/guide.md');
  expectNoSecret(await git('log', '-p', `main..copydesk/${jobId}`));
}

/** Checks what people and code hosts read. */
export async function expectHarmlessText({ db, repository, read }: WorkerRig, jobId: string): Promise<void> {
  const { error, outcome } = await read(jobId);
  expectNoSecret(JSON.stringify([error, outcome]));
  const pull = await db.selectFrom('pull_request').selectAll().where('job_id', '=', jobId).executeTakeFirst();
  if (pull === undefined) return;
  const message = await repository.git('log', '-1', '--format=%B', `copydesk/${jobId}`);
  const words = `${pull.title}\n${pull.description}\n${message}`;
  expectNoSecret(words);
  expect(pull).toMatchObject({ state: 'open', base_ref: 'main', head_ref: `copydesk/${jobId}` });
  expect(words).not.toMatch(/@(?:everyone|ann)\b|[#!]\d|^\s*\/\w|\[skip ci\]|^co-authored-by:/im);
  expect(pull.description).not.toMatch(/<(?:img|script)|!\[/);
}

/** Expects no secret in another form either: only letters and digits count. */
export function expectNoSecret(text: string): void {
  const plain = text.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
  for (const secret of [ownKey, theirToken, theirPassword]) {
    for (const form of [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')])
      expect(plain).not.toContain(form.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase());
  }
}
