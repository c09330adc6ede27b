import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Also on one core: much of the time goes by in PostgreSQL and git. */
const maxWorkers = Math.max(2, availableParallelism());

/**
 * Test files share the process of their worker: with one for each, the unit tests took 280 seconds of two cores instead of 97,
 * nearly all of it for loading the same modules again. So a file leaves no state behind in a module or in `process`.
 */
export default defineConfig({
  test: {
    projects: [
      {
        // Pure: no service, no process, no network.
        test: {
          name: 'unit',
          include: ['{client,contract,server,tracker,chaos}/test/**/*.unit.test.ts'],
          testTimeout: 60_000,
          pool: 'forks',
          isolate: false,
          maxWorkers,
        },
      },
      {
        // Real PostgreSQL, real git, real HTTP, a real browser.
        test: {
          name: 'whole',
          include: ['{client,contract,server,tracker,chaos}/test/**/*.test.ts'],
          exclude: ['**/*.unit.test.ts', '**/node_modules/**'],
          globalSetup: ['server/test/support/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A second, the default, is not much on a busy machine: what is waited for comes, or the test fails.
          expect: { poll: { timeout: 30_000 } },
          pool: 'forks',
          isolate: false,
          maxWorkers,
        },
      },
    ],
  },
});
