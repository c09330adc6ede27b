import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { RecordingReporter } from './scripts/tests/reporter.ts';
import { LongestFirst } from './scripts/tests/sequencer.ts';
import { freshWorkers } from './server/test/support/fresh-workers.ts';
import { folderInMemory } from './server/test/support/memory-disk.ts';

/** At least two, even on one core: much of the time is spent in PostgreSQL and git. */
const maxWorkers = Math.max(2, availableParallelism());

/**
 * Threads and programs of the product load its modules by Node itself: reading and stripping them anew takes each thread
 * three times as long. The folder is that of the `copydesk` command.
 */
const env = { NODE_COMPILE_CACHE: fileURLToPath(new URL('server/node_modules/.cache/copydesk', import.meta.url)) };

// The global setup and the workers inherit it.
process.env['TMPDIR'] = folderInMemory();

/**
 * Node loads the modules of tests as it loads those of the product: faster than vite's runner, which compiles them anew in
 * each process. The part `whole` took 275 seconds instead of 330. Only `vi.mock` would need vite's loader.
 */
const experimental = { viteModuleRunner: false, nodeLoader: false };

const testsOf = '{client,contract,server,tracker,bench,chaos}/test/**';

const realParts = {
  env,
  experimental,
  globalSetup: ['server/test/support/postgres.ts'],
  setupFiles: ['server/test/support/reset-process.ts', 'server/test/support/random-seed.ts'],
  // Generous: a test that hangs is noticed all the same, and beside eight other programs all take ten times as long.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // The default of one second is short on a busy machine: what is awaited comes, or the test fails.
  expect: { poll: { timeout: 30_000 } },
  pool: freshWorkers,
  isolate: false,
};

/**
 * Test files share the process of their worker. With one process for each file, the unit tests took 280 seconds of two
 * cores instead of 97, nearly all of it for loading the same modules again. So a file must leave no state behind in a
 * module or in `process`.
 */
export default defineConfig({
  test: {
    reporters: ['default', new RecordingReporter()],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Pure: no service, no process, no network.
        test: {
          name: 'unit',
          env,
          experimental,
          include: [`${testsOf}/*.unit.test.ts`],
          setupFiles: ['server/test/support/random-seed.ts'],
          testTimeout: 180_000,
          pool: 'forks',
          isolate: false,
          maxWorkers,
        },
      },
      {
        // Real PostgreSQL, real git, real HTTP, a real browser.
        test: {
          ...realParts,
          name: 'whole',
          include: [`${testsOf}/*.test.ts`],
          exclude: ['**/*.{unit,long}.test.ts', '**/node_modules/**'],
          maxWorkers: maxWorkers + 1,
        },
      },
      {
        // The same parts, in tests that take long by nature: killed processes, built packages, every page and endpoint.
        test: {
          ...realParts,
          name: 'long',
          include: [`${testsOf}/*.long.test.ts`],
          // Many of them wait, for leases to expire and for processes to start.
          maxWorkers: maxWorkers + 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
