import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand, startCommand, untilSaid } from './run-command.ts';

// Two complete servers at once, each with its own database.
const timeout = 180_000;

let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'copydesk-demo-test-'));
  // Root's PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  // Root's PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  // The settings of another installation must not reach the demonstration.
  env = { TMPDIR: folder, COPYDESK_PORT: '1', DATABASE_URL: 'postgresql://nowhere.invalid/x' };
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

test('two demos at the same time open their pull requests, and leave no files behind', { timeout }, async () => {
  const both = await Promise.all([runCommand(['demo'], { env }), runCommand(['demo', '--json'], { env })]);
  const [{ code, out, err }, asJson] = both;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/prLink {2}http:\/\/127\.0\.0\.1:\d+\/projects\/prj_\w+\/pulls\/1\n/);
  expect(out).toMatch(/^ {3}\+.*Lumen Platform/m);
  expect(out).toMatch(/\d+ files changed, \d+ insertions, \d+ deletions/);

  expect(asJson.code).toBe(0);
  expect(JSON.parse(asJson.out)).toMatchObject({ prLink: expect.stringMatching(/\/pulls\/1$/) });
  expect(await readdir(folder)).toEqual([]);
});

test('with --stay its link and its key work until it is stopped', { timeout }, async () => {
  const child = startCommand(['demo', '--stay', '--json'], { env });
  const [text] = await untilSaid(child, /^\{[\s\S]*^\}$/m);
  const shown = JSON.parse(text) as Record<'url' | 'projectId' | 'jobId' | 'prLink' | 'key' | 'signInLink', string>;

  const job = await fetch(`${shown.url}/v2/agent/${shown.projectId}/job/${shown.jobId}`, {
    headers: { authorization: `Bearer ${shown.key}` },
  });
  expect(await job.json()).toMatchObject({ status: 'completed', prLink: shown.prLink });
  expect(shown.signInLink.startsWith(`${shown.url}/sign-in/`)).toBe(true);

  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(await readdir(folder)).toEqual([]);
});
