import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        // Pure: no service, no process, no network.
        test: {
          name: 'unit',
          include: ['{client,contract,server,tracker,chaos}/test/**/*.unit.test.ts'],
          testTimeout: 60_000,
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
          maxWorkers: 2,
        },
      },
    ],
  },
});
