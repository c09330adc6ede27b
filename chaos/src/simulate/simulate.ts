import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { neverHappened } from './coverage.ts';
import { report } from './report.ts';
import { runSimulation } from './run.ts';
import type { SimulationResult } from './run.ts';

const help = `Lives through the life of jobs in one process, by a clock of its own, and checks whether a promise is broken.

  npm run simulate -- [options]

  --runs <n>     how many lifecycles (10000)
  --seed <n>     what happens in them; the same seed makes the same lifecycles (any)
  --path <path>  with a seed: one lifecycle of it, as the report of a broken promise names it
  --threads <n>  threads (one a core, 8 at most)
  --lanes <n>    lifecycles at once in a thread (3)
  --help         this text

docs/reliability.md says what is promised.`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    path: { type: 'string' },
    threads: { type: 'string', default: String(Math.min(availableParallelism(), 8)) },
    lanes: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(help);
else await simulate();

async function simulate(): Promise<void> {
  const numbers = readNumbers();
  console.log(`Simulating ${numbers.runs} lifecycles, seed ${numbers.seed}.`);
  // Interrupting it ends its server too.
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort());
  let reported = 0;
  const result = await runSimulation({
    ...numbers,
    ...(values.path !== undefined && { path: values.path, threads: 1, lanesPerThread: 1 }),
    signal: interrupted.signal,
    onProgress(done) {
      if (done < reported + 1_000) return;
      reported = done;
      console.log(`  ${done} lifecycles`);
    },
  });
  conclude(result, interrupted.signal.aborted);
}

function readNumbers() {
  const numbers = {
    runs: Number(values.runs),
    seed: Number(values.seed),
    threads: Number(values.threads),
    lanesPerThread: Number(values.lanes),
  };
  if (Object.values(numbers).some((number) => !Number.isInteger(number))) {
    throw new Error('--runs, --seed, --threads and --lanes take whole numbers');
  }
  return numbers;
}

/** Prints the result. The exit code is 1 unless everything that should happen has happened and no promise was broken. */
function conclude(result: SimulationResult, isEndedEarly: boolean): void {
  console.log(report(result));
  if (isEndedEarly) console.log('It was ended early, so this shows little.');
  const missing = result.failure === undefined && values.path === undefined ? neverHappened(result) : [];
  if (missing.length > 0) console.log(`Never happened, so nothing was shown of it: ${missing.join('; ')}.`);
  process.exitCode = result.failure !== undefined || missing.length > 0 || isEndedEarly ? 1 : 0;
}
