import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { neverHappened } from './coverage.ts';
import { report } from './report.ts';
import { runSimulation } from './run.ts';

const help = `Lives through the life of jobs in one process, by a clock of its own, and looks whether a promise is broken.

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
  const [runs, seed, threads, lanesPerThread] = [values.runs, values.seed, values.threads, values.lanes].map(Number);
  if ([runs, seed, threads, lanesPerThread].some((number) => !Number.isInteger(number))) {
    throw new Error('--runs, --seed, --threads and --lanes take whole numbers');
  }
  console.log(`Simulating ${runs} lifecycles, seed ${seed}.`);
  // Interrupting it ends its server too.
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort());
  let reported = 0;
  const result = await runSimulation({
    runs: runs ?? 0,
    seed: seed ?? 0,
    path: values.path,
    threads: values.path === undefined ? (threads ?? 1) : 1,
    lanesPerThread: values.path === undefined ? (lanesPerThread ?? 1) : 1,
    signal: interrupted.signal,
    onProgress(done) {
      if (done < reported + 1_000) return;
      reported = done;
      console.log(`  ${done} lifecycles`);
    },
  });
  console.log(report(result));
  if (interrupted.signal.aborted) console.log('It was ended early, so this shows little.');
  const missing = result.failure === undefined && values.path === undefined ? neverHappened(result) : [];
  if (missing.length > 0) console.log(`Never happened, so nothing was shown of it: ${missing.join('; ')}.`);
  process.exitCode = result.failure !== undefined || missing.length > 0 || interrupted.signal.aborted ? 1 : 0;
}
