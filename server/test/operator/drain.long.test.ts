import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand, startCommand, untilSaid } from './run-command.ts';

test('work --drain ends the workers of this machine, and reports when they have ended', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'copydesk-drain-'));
  // Root's PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const env = { COPYDESK_DATA_DIR: folder, COPYDESK_LOG_LEVEL: 'error' };
  expect(await runCommand(['work', '--drain'], { env })).toEqual({
    code: 0,
    out: `No worker is running on ${hostname()}\n`,
    err: expect.any(String),
  });
  const worker = startCommand(['work'], { env });
  await untilSaid(worker, /Waiting for jobs/);
  const ended = once(worker, 'close');

  // A worker appears a moment after it has started.
  const drainElsewhere = async () => (await runCommand(['work', '--drain', '--host', 'docs-9'], { env })).err;
  await expect
    .poll(drainElsewhere, { timeout: 30_000 })
    .toContain(`No worker is running on docs-9. Workers are running on ${hostname()}.`);
  expect((await runCommand(['work', '--host', 'docs-9'], { env })).err).toContain('--host is only for --drain');

  const drained = await runCommand(['work', '--drain'], { env });
  expect(drained.out).toMatch(
    /^(?:1 worker of .+ takes no more jobs; 0 jobs are in progress\n)?Drained: no worker of .+\n$/,
  );
  expect(drained.code).toBe(0);
  expect(await ended).toEqual([0, null]);
});
