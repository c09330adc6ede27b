import { availableParallelism } from 'node:os';
import { mutate } from './mutate/mutate.ts';
import { readOptions } from './mutate/options.ts';

// Breaks the product at random places, and counts what the tests notice: npm run mutate. CONTRIBUTING.md says how to read
// the result.

const read = readOptions(process.argv.slice(2), {
  seed: Math.floor(Math.random() * 1_000_000),
  atOnce: availableParallelism(),
});
if ('options' in read) {
  // What the tests have started is ended when the process exits.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  await mutate(read.options).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
} else {
  console.log(read.text);
  process.exitCode = read.code;
}
