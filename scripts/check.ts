import { execFileSync, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nearestTests } from './check/nearest-tests.ts';

// Checks types, and runs the tests nearest to what changed: npm run check. What changed is what git does not have yet, or
// the last commit when there is nothing.

const root = fileURLToPath(new URL('..', import.meta.url));

function lines(program: string, ...words: string[]): string[] {
  return execFileSync(program, words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}

function run(...words: string[]): void {
  const { status } = spawnSync('npx', words, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const uncommitted = [
  ...lines('git', 'diff', '--name-only', 'HEAD'),
  ...lines('git', 'ls-files', '--others', '--exclude-standard'),
];
const changed = uncommitted.length > 0 ? uncommitted : lines('git', 'diff', '--name-only', 'HEAD~1');
const testFiles = globSync('*/test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] });
const tests = nearestTests(changed, testFiles);

run('tsc');
if (tests.length > 0) run('vitest', 'run', '--project', 'unit', '--project', 'whole', ...tests);
const what = uncommitted.length > 0 ? 'changed files' : 'files of the last commit';
console.log(
  `Checked: types, and ${tests.length} of ${testFiles.length} test files, nearest to ${changed.length} ${what}. ` +
    'npm test runs the others, lint and format; npm run test:long what takes long.',
);
