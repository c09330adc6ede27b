import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readRecord } from './tests/record.ts';
import { summarise } from './tests/summary.ts';

// Prints what the last runs of all parts of the suite did, and fails unless each test file has run and none has failed:
// npm run test:summary.

const root = fileURLToPath(new URL('..', import.meta.url));
const testFiles = globSync('*/test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).toSorted();
const { lines, faults } = summarise(testFiles, (part) => readRecord(root, part));
console.log(lines.join('\n'));
for (const fault of faults) console.error(`\n${fault}`);
if (faults.length > 0) process.exitCode = 1;
