import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { separationObstacle } from './machines/namespaces.ts';
import { readOptions } from './options.ts';
import type { ChaosOptions } from './options.ts';
import { formatTable, formatViolation, isGood } from './report.ts';
import { runChaos } from './rig.ts';

const stopSignals = ['SIGINT', 'SIGTERM'] as const;

// npm run chaos -- --kills 200 --seed 1
const read = readOptions(process.argv.slice(2), randomInt(1, 1_000_000));
if ('text' in read) {
  console.log(read.text);
  process.exitCode = read.code;
} else {
  await runUntilStopped(read.options);
}

/** An interrupted run stops what it has started. What it leaves waiting, such as clients, ends with the process. */
async function runUntilStopped(options: ChaosOptions): Promise<void> {
  const ending = new AbortController();
  for (const name of stopSignals) process.once(name, () => ending.abort(name));
  try {
    process.exitCode = await run(options, ending.signal);
  } catch (error) {
    const name = stopSignals.find((one) => one === error);
    if (name === undefined) throw error;
    console.log(`Stopped by ${name} before the end: nothing is proven. The logs are kept.`);
    process.exit(128 + constants.signals[name]);
  }
}

async function run(options: ChaosOptions, signal: AbortSignal): Promise<number> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'copydesk-chaos-')));
  // PostgreSQL runs as another user than root, and must be able to pass through.
  await chmod(folder, 0o711);
  const obstacle = options.machines === 1 ? undefined : await separationObstacle(folder);
  if (obstacle !== undefined) {
    console.log(`Two machines cannot be separated here, which takes Linux and root or user namespaces: ${obstacle}`);
    return 2;
  }
  console.log(`seed ${options.seed}; logs in ${folder}`);
  const outcome = await runChaos({
    ...options,
    folder,
    environment: process.env,
    onViolation: (violation) => console.log(formatViolation(violation, { seed: options.seed, folder })),
    onProgress: (line) => console.log(line),
    now: () => Date.now(),
    signal,
  });
  console.log(`\n${formatTable(outcome)}\n`);
  if (isGood(outcome)) {
    if (!options.keep) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    return 0;
  }
  if (outcome.missing.length > 0) console.log(`These faults never happened: ${outcome.missing.join(', ')}.`);
  const sabotage = options.sabotage === 'none' ? '' : ` --sabotage ${options.sabotage}`;
  console.log(
    `The logs are in ${folder}. Replay with: npm run chaos -- --kills ${options.kills} --seed ${options.seed} ` +
      `--machines ${options.machines} --workers ${options.workers}${sabotage}`,
  );
  return 1;
}
