import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { startApi } from '../http/support/api.ts';
import type { TestApi } from '../http/support/api.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { anyPort } from '../support/server-process.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../..');

interface Proxy {
  /** Returns the words that start it with the configuration of the docs, adapted to the ports of a test. */
  start: (folder: string, port: number, api: number) => Promise<string[]>;
}

/** The configuration that a page of the docs shows. */
async function shown(page: string, opening: string): Promise<string> {
  const text = await readFile(path.join(root, 'docs', page), 'utf8');
  const [, block] = new RegExp(`\`\`\`${opening}\\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
  if (block === undefined) throw new Error(`docs/${page} shows no configuration.`);
  return block;
}

const proxies: Record<string, Proxy> = {
  nginx: {
    async start(folder, port, api) {
      const [, server = ''] = (await shown('behind-nginx.md', 'nginx')).split(/\n(?=server \{\n +listen 443)/);
      const plain = server
        .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
        .replaceAll(/^ *ssl_.*$/gm, '')
        .replace('127.0.0.1:4700', `127.0.0.1:${api}`);
      const file = path.join(folder, 'nginx.conf');
      const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`);
      const own = `daemon off; master_process off; pid ${folder}/pid; error_log stderr;`;
      await writeFile(file, `${own} events {} http { access_log off; ${kept.join(' ')} ${plain} }`);
      return ['nginx', '-c', file, '-e', 'stderr'];
    },
  },
  caddy: {
    async start(folder, port, api) {
      const block = await shown('behind-caddy.md', '');
      const plain = block
        .replace('copydesk.example.com {', `http://127.0.0.1:${port} {`)
        .replace('127.0.0.1:4700', `127.0.0.1:${api}`);
      const file = path.join(folder, 'Caddyfile');
      await writeFile(file, `{\n admin off\n storage file_system ${folder}\n}\n${plain}`);
      return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file];
    },
  },
};

const isThere = async (program: string): Promise<boolean> =>
  await run(program, [program === 'nginx' ? '-v' : 'version']).then(
    () => true,
    () => false,
  );

/** Starts a proxy in front of an API, and returns its address. */
async function proxied(name: string, api: TestApi, folder: string): Promise<AsyncDisposable & { origin: string }> {
  const proxy = proxies[name];
  if (proxy === undefined) throw new Error(`There is no proxy ${name}.`);
  const port = await anyPort();
  const [program = '', ...words] = await proxy.start(folder, port, api.port);
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: folder } });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
    if ((await fetch(`${origin}/healthz`).catch(() => undefined))?.ok === true) break;
    await setTimeout(50);
  }
  return {
    origin,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

for (const name of Object.keys(proxies)) {
  const here = await isThere(name);
  if (!here) console.warn(`skipped: ${name} in front of the server, since it is not installed here`);
  describe.skipIf(!here)(`${name}, as the docs configure it`, () => {
    test('passes on the events of a job while it is at work', async () => {
      await using api = await startApi({ trustedProxies: ['127.0.0.1'] });
      await using folder = await temporaryFolder();
      await using front = await proxied(name, api, folder.path);
      const { id } = await api.newJob();
      const headers = { accept: 'text/event-stream', authorization: `Bearer ${api.adminKey}` };
      const reply = await fetch(`${front.origin}/v2/agent/${api.project.id}/job/${id}/events`, { headers });
      let said = '';
      // The stream goes on for as long as the job: only a proxy that passes it on lets this end.
      for await (const chunk of reply.body ?? []) {
        said += Buffer.from(chunk).toString();
        if (said.includes('event: message')) break;
      }
      expect(said).toContain('event: message');
    });

    test('passes on large batches, up to the limit of the server', async () => {
      await using api = await startApi({ trustedProxies: ['127.0.0.1'] });
      await using folder = await temporaryFolder();
      await using front = await proxied(name, api, folder.path);
      const key = await api.newKey({ scopes: ['ingest'] });
      const send = async (headerLength: number) => {
        const event = { path: '/large', headers: { accept: 'x'.repeat(headerLength) } };
        const events = Array.from({ length: 1_000 }, () => event);
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        const body = JSON.stringify(events);
        const reply = await fetch(`${front.origin}/v1/collect/${api.project.id}`, { method: 'POST', headers, body });
        return { status: reply.status, text: await reply.text() };
      };
      expect(await send(1_500)).toMatchObject({ status: 202, text: expect.stringContaining('dropped') });
      expect((await send(9_000)).status).toBe(413);
    });

    test('passes on the name of the host and that there is a proxy', async () => {
      const seen: Record<string, string | string[] | undefined>[] = [];
      await using api = await startApi({
        trustedProxies: ['127.0.0.1'],
        plugins: [(app) => void app.get('/seen', ({ headers }) => seen.push(headers) > 0)],
      });
      await using folder = await temporaryFolder();
      await using front = await proxied(name, api, folder.path);
      await fetch(`${front.origin}/seen`);
      expect(seen).toMatchObject([
        { host: new URL(front.origin).host, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' },
      ]);
    });
  });
}
