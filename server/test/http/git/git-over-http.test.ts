import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { scopes } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runGit, testFolder } from '../../support/git-repository.ts';
import type { TestFolder } from '../../support/git-repository.ts';
import { noise } from '../../support/noise.ts';
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

const address = (key: string) => `http://x:${key}@127.0.0.1:${site.api.port}/git/${site.docs.id}.git`;
const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${site.origin}/git/${path}`, { headers });
const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`x:${key}`).toString('base64')}` });

/** One line of git's protocol: its length in four hexadecimal digits, then the text. */
const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;

test('people clone and push with an API key', async () => {
  const clone = join(folder.path, 'clone');
  await runGit(['clone', '--quiet', address(await site.newKey()), clone]);
  // More than http.postBuffer, so that it is sent in chunks with no total length.
  const large = Buffer.from(Array.from({ length: 3 * 1024 * 1024 }, (_, index) => (index * 2_654_435_761) >>> 13));
  await writeFile(join(clone, 'large.bin'), large);
  await runGit(['-C', clone, 'add', 'large.bin']);
  await runGit(['-C', clone, 'commit', '--quiet', '-m', 'A large file']);
  await runGit(['-C', clone, 'push', '--quiet', 'origin', 'HEAD:refs/heads/large']);
  expect(await site.repository.git('cat-file', '-s', 'large:large.bin')).toBe(String(large.length));
});

test('a key without git:push can clone but not push, whatever its other scopes', async () => {
  const clone = join(folder.path, 'reader');
  const others = scopes.filter((scope) => scope !== 'git:push' && scope !== 'admin');
  await runGit(['clone', '--quiet', address(await site.newKey(others)), clone]);
  await runGit(['-C', clone, 'commit', '--quiet', '--allow-empty', '-m', 'Nothing']);
  await expect(runGit(['-C', clone, 'push', 'origin', 'HEAD:refs/heads/refused'])).rejects.toThrow('403');
});

test('git shows its user why a request is refused', async () => {
  const key = await site.newKey(['agent:read']);
  const clone = join(folder.path, 'told');
  await runGit(['clone', '--quiet', address(key), clone]);
  const reported = async (...command: string[]) =>
    await runGit(['-C', clone, ...command]).catch((error: unknown) => String(error));
  const elsewhere = address(key).replace(site.docs.id, site.api.project.id);
  expect(await reported('push', 'origin', 'HEAD:refs/heads/a')).toContain(
    'remote: This needs an API key with the scope "git:push".',
  );
  expect(await reported('fetch', address('desk_wrong'))).toContain('remote: The API key is not valid');
  expect(await reported('fetch', address(key).replace(site.docs.id, `prj_${'0'.repeat(22)}`))).toContain(
    'remote: There is no such',
  );
  expect(await reported('fetch', elsewhere)).toContain(
    "remote: This project's repository is not on this server. Clone it from https://git.example.com/docs.git.",
  );
});

test('a request without a password gets 401 with a challenge', async () => {
  const response = await ask(`${site.docs.id}.git/info/refs?service=git-upload-pack`);
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBe('Basic realm="Copydesk", charset="UTF-8"');
  expect(await response.json()).toMatchObject({ code: 'credentials_required' });
  const wrong = await ask(`${site.docs.id}.git/info/refs?service=git-upload-pack`, basic('desk_wrong'));
  expect(wrong.status).toBe(401);
});

test('a missing or foreign repository, or a path outside the protocol, is 404', async () => {
  const key = await site.newKey();
  const paths = [
    `prj_${'0'.repeat(22)}.git/info/refs?service=git-upload-pack`,
    `${site.api.foreign.id}.git/info/refs?service=git-upload-pack`,
    `${site.docs.id}.git/info/refs`,
    `${site.docs.id}.git/HEAD`,
    `${site.docs.id}.git/../../etc/passwd`,
  ];
  for (const path of paths) expect((await ask(path, basic(key))).status).toBe(404);
});

test('the reply for a repository elsewhere names its address', async () => {
  const response = await ask(
    `${site.api.project.id}.git/info/refs?service=git-upload-pack`,
    basic(await site.newKey()),
  );
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ detail: expect.stringContaining('https://git.example.com/docs.git') });
});

test('a compressed request is accepted', async () => {
  const head = await site.repository.git('rev-parse', 'main');
  const body = gzipSync(`${line(`want ${head} side-band-64k\n`)}0000${line('done\n')}`);
  const response = await fetch(`${site.origin}/git/${site.docs.id}.git/git-upload-pack`, {
    method: 'POST',
    headers: {
      ...basic(await site.newKey()),
      'content-type': 'application/x-git-upload-pack-request',
      'content-encoding': 'gzip',
    },
    body,
  });
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer()).includes('PACK')).toBe(true);
});

test('clients that disconnect free their places', async () => {
  const key = await site.newKey();
  for (let client = 0; client < 8; client += 1) {
    const socket = connect(site.api.port, '127.0.0.1');
    const path = `/git/${site.docs.id}.git/git-receive-pack`;
    const { authorization } = basic(key);
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n` +
        'content-type: application/x-git-receive-pack-request\r\ncontent-length: 100000\r\n\r\n0000',
    );
    await once(socket, 'connect');
    socket.destroy();
    await once(socket, 'close');
  }
  await expect
    .poll(async () => (await ask(`${site.docs.id}.git/info/refs?service=git-upload-pack`, basic(key))).status)
    .toBe(200);
});

test('stalled pushes leave room for another key, are disconnected, and are not logged as bugs', async () => {
  await using strict = await startSite({ services: () => ({ limits: { bodyTimeoutMilliseconds: 400 } }) });
  const [slow, other] = [await strict.newKey(), await strict.newKey()];
  const path = `/git/${strict.docs.id}.git/git-receive-pack`;
  const request =
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${basic(slow).authorization}\r\n` +
    'content-type: application/x-git-receive-pack-request\r\ncontent-length: 100000\r\n\r\n0000';
  const sockets = Array.from({ length: 6 }, () => connect(strict.api.port, '127.0.0.1'));
  const ended = Promise.all(sockets.map(async (socket) => await once(socket.resume(), 'close')));
  for (const socket of sockets) socket.on('error', () => {}).write(request);
  const refs = `${strict.origin}/git/${strict.docs.id}.git/info/refs?service=git-upload-pack`;
  expect((await fetch(refs, { headers: basic(other) })).status).toBe(200);
  await ended;
  await expect.poll(async () => (await fetch(refs, { headers: basic(slow) })).status).toBe(200);
  expect(strict.api.log.filter((one) => one.includes('because of a bug'))).toEqual([]);
});

test('a push over the size limit is rejected, with a Content-Length or in chunks', async () => {
  await using small = await startSite({ largestPushBytes: 300_000 });
  const clone = join(folder.path, 'too-large');
  const url = `http://x:${await small.newKey()}@127.0.0.1:${small.api.port}/git/${small.docs.id}.git`;
  await runGit(['clone', '--quiet', url, clone]);
  const pushed = async (bytes: number, postBuffer: string) => {
    await writeFile(join(clone, 'noise.bin'), noise(bytes));
    await runGit(['-C', clone, 'add', 'noise.bin']);
    await runGit(['-C', clone, 'commit', '--quiet', '--amend', '-m', 'Noise']);
    const branch = `HEAD:refs/heads/of-${bytes}`;
    return await runGit(['-C', clone, '-c', `http.postBuffer=${postBuffer}`, 'push', 'origin', branch]);
  };
  await pushed(200_000, '1m');
  // As one body with a Content-Length, and in chunks.
  await expect(pushed(400_000, '1m')).rejects.toThrow('pack exceeds maximum allowed size');
  await expect(pushed(400_000, '64k')).rejects.toThrow('pack exceeds maximum allowed size');
  expect(await small.repository.git('for-each-ref', '--format=%(refname)')).toBe(
    ['refs/heads/main', 'refs/heads/of-200000'].join('\n'),
  );
});

test('hidden refs are not shown and cannot be pushed to, even with an admin key', async () => {
  await using secretive = await startSite();
  const { git } = secretive.repository;
  const head = await git('rev-parse', 'main');
  await git('update-ref', 'refs/heads/internal/plans', 'main');
  await git('config', 'transfer.hideRefs', 'refs/heads/internal');
  await git('update-ref', 'refs/heads/frozen', 'main');
  await git('config', 'receive.hideRefs', 'refs/heads/frozen');
  const clone = join(folder.path, 'hiding');
  const key = await secretive.newKey(['admin']);
  const url = `http://x:${key}@127.0.0.1:${secretive.api.port}/git/${secretive.docs.id}.git`;
  await runGit(['clone', '--quiet', url, clone]);
  expect(await runGit(['-C', clone, 'branch', '--remotes', '--format=%(refname)'])).not.toContain('internal');
  const advertised = async (service: string) => {
    const refs = `${secretive.origin}/git/${secretive.docs.id}.git/info/refs?service=${service}`;
    return await (await fetch(refs, { headers: basic(key) })).text();
  };
  expect(await advertised('git-upload-pack')).toContain('refs/heads/frozen');
  expect(await advertised('git-upload-pack')).not.toContain('refs/heads/internal');
  expect(await advertised('git-receive-pack')).not.toMatch(/refs\/heads\/(internal|frozen)/);
  await runGit(['-C', clone, 'commit', '--quiet', '--allow-empty', '-m', 'Nothing']);
  for (const branch of ['internal/plans', 'internal/new', 'frozen']) {
    const pushed = runGit(['-C', clone, 'push', '--force', url, `HEAD:refs/heads/${branch}`]);
    await expect(pushed).rejects.toThrow('hidden ref');
  }
  expect(await git('for-each-ref', '--format=%(refname) %(objectname)')).toBe(
    ['frozen', 'internal/plans', 'main'].map((branch) => `refs/heads/${branch} ${head}`).join('\n'),
  );
});
