import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../../../src/audit/read.ts';
import { readPullRequest } from '../../../src/pull-requests/read.ts';
import { runGit, testFolder } from '../../support/git-repository.ts';
import type { TestFolder } from '../../support/git-repository.ts';
import { startSite } from '../support/site.ts';
import type { TestSite } from '../support/site.ts';

let site: TestSite;
let folder: TestFolder;

beforeAll(async () => {
  site = await startSite();
  folder = await testFolder();
});
afterAll(async () => {
  await folder[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const laptop = { kind: 'key', name: 'Laptop' };

test('the audit log records a push with the refs that it moved', async () => {
  const { git } = await cloned('recorded');
  await git('commit', '--quiet', '--allow-empty', '-m', 'Nothing');
  const made = await git('rev-parse', 'HEAD');
  const before = await entryCount();
  await git('push', '--quiet', 'origin', 'HEAD:refs/heads/notes', 'HEAD:refs/tags/v1');
  expect(await newest()).toMatchObject({
    actor: laptop,
    action: 'git.push',
    projectId: site.docs.id,
    subject: { kind: 'project', id: site.docs.id, name: 'Handbook' },
    detail: { refs: [`refs/heads/notes none..${made}`, `refs/tags/v1 none..${made}`] },
  });
  await git('push', '--quiet', 'origin', ':refs/heads/notes');
  expect((await newest())?.detail).toEqual({ refs: [`refs/heads/notes ${made}..none`] });
  // A push without changes, and pushes that git itself refuses.
  await git('push', '--quiet', 'origin', 'HEAD:refs/tags/v1');
  await git('commit', '--quiet', '--amend', '--allow-empty', '-m', 'Something else');
  await expect(git('push', '--quiet', 'origin', 'HEAD:refs/heads/.bad.lock')).rejects.toThrow('exited with');
  expect(await entryCount()).toBe(before + 2);
});

test.each([
  'refs/heads/refs/heads/main',
  'refs/heads/heads/main',
  'refs/heads/HEAD',
  'refs/heads/a/head',
  'refs/heads/FETCH_HEAD',
  `refs/heads/${'a1'.repeat(20)}`,
  `refs/tags/${'0'.repeat(64)}`,
  'refs/heads/-option',
  'refs/heads/$(id)',
  'refs/heads/a`id`',
  'refs/heads/${{a}}',
])('%s is no name for a branch, even for an admin key', async (ref) => {
  const head = await site.repository.git('rev-parse', 'main');
  const command = `${'0'.repeat(40)} ${head} ${ref}\0report-status`;
  const line = `${(command.length + 4).toString(16).padStart(4, '0')}${command}0000`;
  expect(await pushCompressed(Buffer.from(line))).toContain(`ng ${ref} the name means something else to git`);
  await expect(site.repository.git('rev-parse', '--verify', '--quiet', ref)).rejects.toThrow('exited with');
});

test('a push whose commands are compressed gets a report as well', async () => {
  const head = await site.repository.git('rev-parse', 'main');
  const command = `${'0'.repeat(40)} ${head} refs/heads/compressed\0report-status`;
  const line = `${(command.length + 4).toString(16).padStart(4, '0')}${command}0000`;
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  const packOfNothing = Buffer.concat([header, createHash('sha1').update(header).digest()]);
  const answer = await pushCompressed(Buffer.concat([Buffer.from(line), packOfNothing]));
  expect(answer).toContain('ok refs/heads/compressed');
  expect((await newest())?.detail).toEqual({ refs: [`refs/heads/compressed none..${head}`] });
});

test('a compressed push that expands a thousandfold is accepted', async () => {
  const head = await site.repository.git('rev-parse', 'main');
  const command = `${'0'.repeat(40)} ${head} refs/heads/zeros\0report-status`;
  const line = `${(command.length + 4).toString(16).padStart(4, '0')}${command}0000`;
  // One blob of four megabytes, stored without compression in the pack, so that the whole compresses to a thousandth.
  const blob = Buffer.alloc(2 ** 22);
  const size = Buffer.from([0xb0, 0x80, 0x80, 0x10]);
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\x01', 'latin1');
  const pack = Buffer.concat([header, size, deflateSync(blob, { level: 0 })]);
  const whole = Buffer.concat([Buffer.from(line), pack, createHash('sha1').update(pack).digest()]);
  expect(await pushCompressed(whole)).toContain('ok refs/heads/zeros');
  expect((await newest())?.detail).toEqual({ refs: [`refs/heads/zeros none..${head}`] });
});

test('a push that contains a pull request’s commits in its base branch marks it as merged by the pusher', async () => {
  const merged = await site.propose({
    files: { 'docs/by-hand.md': 'By hand.\n' },
    branch: 'copydesk/by-hand',
    asDraft: true,
  });
  const other = await site.propose({ files: { 'docs/other.md': 'Other.\n' }, branch: 'copydesk/other' });
  const { git } = await cloned('merger');
  await git('merge', '--quiet', '--no-ff', '-m', 'Merge by hand', 'origin/copydesk/by-hand');
  const mergeCommit = await git('rev-parse', 'HEAD');
  await git('push', '--quiet', 'origin', 'HEAD:main');
  const now = async (number: number) => await readPullRequest(site.api.db, site.docs.id, number);
  expect(await now(merged.number)).toMatchObject({
    state: 'merged',
    endedBy: 'Laptop',
    mergeCommit,
    headCommit: merged.headCommit,
  });
  expect(await now(other.number)).toMatchObject({ state: 'open' });
  expect(await newest()).toMatchObject({
    actor: laptop,
    action: 'pull-request.merge',
    subject: { kind: 'pull request', id: String(merged.number) },
  });
});

async function cloned(name: string) {
  const path = join(folder.path, name);
  const address = `http://x:${await site.newKey(['admin'])}@127.0.0.1:${site.api.port}/git/${site.docs.id}.git`;
  await runGit(['clone', '--quiet', address, path]);
  return { git: async (...command: string[]) => (await runGit(['-C', path, ...command])).trim() };
}

async function entries() {
  return (await readAudit(site.api.db, site.docs.organisationId, { limit: 100 })).entries;
}

async function entryCount(): Promise<number> {
  return (await entries()).length;
}

async function newest() {
  return (await entries())[0];
}

/** Sends a push as git would, compressed; returns the response. */
async function pushCompressed(body: Buffer): Promise<string> {
  const reply = await fetch(`${site.origin}/git/${site.docs.id}.git/git-receive-pack`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await site.newKey()}`,
      'content-type': 'application/x-git-receive-pack-request',
      'content-encoding': 'gzip',
    },
    body: gzipSync(body),
  });
  return await reply.text();
}
