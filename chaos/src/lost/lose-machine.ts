import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { separationObstacle } from '../machines/namespaces.ts';
import { formatViolation } from '../report.ts';
import { runLoss } from './run.ts';

// npm run lose-machine -- --jobs 200

const help = `Has two machines with disks of their own work on all kinds of repositories, takes one away, has the other take over
what it kept, from its mirror, and brings it back.

  npm run lose-machine -- [options]

  --jobs <n>     jobs while both are there; an eighth as many begin right before the loss, and after it (200)
  --workers <n>  worker processes of each machine (2)
  --seed <n>     the choices of a run (1)
  --keep         keeps the folder of logs of a run that went well
  --help         this text

docs/reliability.md says what is promised.`;

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '200' },
    workers: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(help);
else process.exitCode = await lose();

async function lose(): Promise<number> {
  const [jobs = 0, workers = 0, seed = 0] = [values.jobs, values.workers, values.seed].map(Number);
  if (![jobs, workers, seed].every((number) => Number.isInteger(number) && number > 0)) {
    console.log(`--jobs, --workers and --seed take whole numbers above 0\n\n${help}`);
    return 2;
  }
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'copydesk-loss-')));
  // PostgreSQL runs as another user than root, and must be able to pass through.
  await chmod(folder, 0o711);
  const obstacle = await separationObstacle(folder);
  if (obstacle !== undefined) {
    console.log(`Two machines cannot be separated here, which takes Linux and root or user namespaces: ${obstacle}`);
    return 2;
  }
  console.log(`logs in ${folder}`);
  const outcome = await runLoss({
    jobs,
    workers,
    seed,
    folder,
    environment: process.env,
    onViolation: (violation) => console.log(formatViolation(violation, { seed, folder })),
    onProgress: (line) => console.log(line),
    now: () => Date.now(),
  });
  const { violations, ...seen } = outcome;
  console.log(JSON.stringify({ ...seen, violations: violations.length }, undefined, 2));
  if (violations.length > 0) return 1;
  if (!values.keep) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return 0;
}
