import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { endpoints } from '@copydesk/contract';
import type { Endpoint } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docsFolder } from '../../src/manual/folder.ts';
import { manualPages } from '../../src/manual/routes.ts';
import { startApi } from '../http/support/api.ts';
import type { TestApi } from '../http/support/api.ts';
import { testRepository } from '../support/git-repository.ts';
import type { TestRepository } from '../support/git-repository.ts';
import { freePort } from '../../src/wiring/start/free-port.ts';
import { exampleWorld } from './support/example-world.ts';

const run = promisify(execFile);
const bash = '/bin/bash';
const hasCurl = await run(bash, ['-c', 'curl --help all | grep -e --fail-with-body']).then(
  () => true,
  () => false,
);
if (!hasCurl) console.warn('skipped: the examples of the reference, since there is no curl 7.76 here');

/** The dates of the examples are from this week. */
const now = (): Date => new Date('2026-01-06T12:00:00Z');

/** Code hosts sign what they send: nobody else can send it. */
const withoutExample: ReadonlySet<string> = new Set(['receiveHostWebhook']);

const documented = Object.entries<Endpoint>(endpoints).filter(([name]) => !withoutExample.has(name));

let api: TestApi;
let url: string;
let repository: TestRepository;
/** The shell lines of each endpoint from the served pages, by `POST /v1/keys`. */
let examples: Map<string, string>;

beforeAll(async () => {
  const port = await freePort('127.0.0.1', 0);
  url = `http://127.0.0.1:${port}`;
  api = await startApi({ port, baseUrl: url, now, plugins: [manualPages(docsFolder())] });
  repository = await testRepository({ bare: true });
  await repository.commit({ 'docs/index.md': '# Welcome\n' });
  examples = await readExamples();
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await repository[Symbol.asyncDispose]();
});

async function readExamples(): Promise<Map<string, string>> {
  const list = await (await fetch(`${url}/docs/reference.md`)).text();
  const groups = new Set([...list.matchAll(/\]\((reference\/[\w-]+\.md)/g)].map(([, file = '']) => file));
  const found = new Map<string, string>();
  for (const file of groups) {
    const page = await (await fetch(`${url}/docs/${file}`)).text();
    for (const section of page.split(/^## /m).slice(1)) {
      const [, request = ''] = /^`([A-Z]+ \/\S+)`$/m.exec(section) ?? [];
      const [, lines] = /```bash\n([\s\S]*?)\n```/.exec(section) ?? [];
      found.set(request, lines ?? '');
    }
  }
  return found;
}

test('the reference contains every endpoint, with an example unless only a code host can call it', () => {
  const all = Object.values<Endpoint>(endpoints).map(({ method, path }) => `${method} ${path}`);
  expect([...examples.keys()].toSorted()).toEqual(all.toSorted());
  const without = [...examples].filter(([, lines]) => lines === '').map(([request]) => request);
  expect(without).toEqual([`POST ${endpoints.receiveHostWebhook.path}`]);
});

test('the page that lists them names every variable of the examples', async () => {
  const list = await (await fetch(`${url}/docs/reference.md`)).text();
  const used = [...examples.values()].flatMap((lines) => lines.match(/\$[A-Z_]+/g) ?? []);
  for (const variable of new Set(used)) expect(list).toContain(`\`${variable.slice(1)}\``);
});

test.skipIf(!hasCurl).each(documented)('the example of %s runs without a change', async (name, endpoint) => {
  const lines = examples.get(`${endpoint.method} ${endpoint.path}`) ?? 'false';
  const { env, projectId } = await exampleWorld(api, name, url);
  const here = lines
    .replaceAll(/prj_6sVb3XqT9dLw4NcR7Kp2mZ/g, projectId)
    .replaceAll(/https:\/\/github\.com\/acme\/\w+/g, repository.path);
  const strict = 'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n';
  const done = await run(bash, ['--norc', '-c', strict + here], {
    env: { PATH: process.env['PATH'] ?? '', COPYDESK_URL: url, ...env },
  }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout, stderr }));
  expect(done).toEqual({ stdout: done.stdout, stderr: '' });
  const [shape] = Object.values(endpoint.replies);
  // A 204 has no content.
  expect(shape?.safeParse(done.stdout === '' ? null : JSON.parse(done.stdout))).toMatchObject({ success: true });
});
