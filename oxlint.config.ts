import { defineConfig } from 'oxlint';
import { outsideRules, roomRules } from './rooms.ts';

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'node', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'no-var': 'error',
    'prefer-const': 'error',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'max-lines': ['error', { max: 350, skipBlankLines: false, skipComments: false }],
    'max-depth': ['error', 3],
    // TypeScript's noImplicitReturns knows when a switch is exhaustive; this rule does not.
    'typescript/consistent-return': 'off',
    // Awaiting in a loop is how the worker, the journal and the tools keep their order.
    'no-await-in-loop': 'off',
    'unicorn/no-array-sort': 'off',
    // The rule is about Express, which does not wait for a handler's promise; Fastify does.
    'oxc/no-async-endpoint-handlers': 'off',
    'import/no-unassigned-import': 'off',
    // fast-check is written as `fc.property(…)` everywhere.
    'import/no-named-as-default-member': 'off',
  },
  overrides: [
    ...roomRules(),
    ...outsideRules(),
    {
      files: ['**/test/**/*.ts'],
      rules: {
        'typescript/no-unsafe-type-assertion': 'off',
        'oxc/no-map-spread': 'off',
        // Shared expectations of an endpoint's tests are functions whose names begin with `expect`.
        'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'fc.assert'] }],
      },
    },
  ],
  ignorePatterns: ['**/node_modules', '**/dist', 'server/src/postgres/schema.ts', 'client/src/schema.ts'],
});
