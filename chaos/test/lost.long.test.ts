import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runLoss } from '../src/lost/run.ts';
import { separationObstacle } from '../src/machines/namespaces.ts';
import { formatViolation } from '../src/report.ts';

test.skipIf((await separationObstacle(tmpdir())) !== undefined)(
  'two machines complete all jobs; when one is lost its jobs wait, the others continue, and the other machine takes over from a mirror',
  { timeout: 900_000 },
  async () => {
    const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'copydesk-loss-')));
    // PostgreSQL does not run as root but as another user, who must be able to enter the folder.
    await chmod(folder, 0o711);
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const quiet = { onViolation: () => {}, onProgress: () => {} };
    const options = { jobs: 8, workers: 1, seed: 1, folder, environment: process.env, now: () => Date.now() };
    const outcome = await runLoss({ ...options, ...quiet });
    const violations = outcome.violations
      .map((violation) => formatViolation(violation, { seed: 1, folder }))
      .join('\n');
    expect(violations).toBe('');
    const { together, waiting, takenOver, stillWaiting, back } = outcome;
    expect([together, back]).toEqual([{ completed: 8 }, { completed: 24 }]);
    // One that had started before the loss may have been completed before it.
    expect(waiting.active).toBeGreaterThanOrEqual(2);
    expect(takenOver).toEqual({ completed: expect.any(Number) });
    expect(stillWaiting).toEqual({ active: expect.any(Number) });
  },
);
