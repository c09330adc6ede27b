import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { benches, benchNames } from './compare/benches/all.ts';
import type { BenchName } from './compare/benches/all.ts';
import type { ComparedRow } from './compare/benches/bench.ts';
import { parseOptions } from './compare/options.ts';
import type { CompareOptions } from './compare/options.ts';
import { formatConclusion, formatTable } from './compare/report.ts';
import type { Section } from './compare/report.ts';
import { buildState, CannotCompareError, resolveCommit } from './compare/states/build-state.ts';
import { lanesOf } from './compare/states/lane.ts';
import type { Side, State } from './compare/states/lane.ts';
import { startStandInModel } from './compare/states/stand-in-model.ts';
import { runInBenchFolder, thisMachine } from './support/bench-folder.ts';

const help = `Compares a commit with the working tree as it is: two servers of each, which work in turns. The commit is
installed in .compare, once. See docs/performance.md.

  npm run bench:compare -- <commit> [bench…] [options]

${benchNames.map((name) => `  ${name.padEnd(15)}  ${benches[name].summary}`).join('\n')}

  --fail-if-worse  ends with 2 when something is worse by more than the noise
  --help           this text

Ends with 1 when it cannot compare at all, and with 3 when a figure could not be compared: the table says why.`;

const root = fileURLToPath(new URL('../../', import.meta.url));

const parsed = parseOptions(process.argv.slice(2), benchNames);
if (parsed.kind === 'help') console.log(help);
else if (parsed.kind === 'wrong') refuse(parsed.because);
else {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  await compare(parsed.options).catch((error: unknown) => {
    if (!(error instanceof CannotCompareError)) throw error;
    refuse(error.message);
  });
}

function refuse(because: string): void {
  console.error(`${because}\n"npm run bench:compare -- --help" explains the command.`);
  process.exitCode = 1;
}

async function compare({ commit, benches: names, failIfWorse }: CompareOptions<BenchName>): Promise<void> {
  const hash = await resolveCommit(root, commit);
  const { folder } = await buildState(root, hash, progress);
  const states: Record<Side, State> = { before: { side: 'before', folder }, now: { side: 'now', folder: root } };
  const sections: Section[] = [];
  for (const name of names) sections.push({ name, rows: await runBench(name, states) });
  console.log(
    `before: ${hash.slice(0, 12)}; now: the working tree; ${thisMachine()}, load ${loadavg()[0]?.toFixed(1)}\n`,
  );
  console.log(`${formatTable(sections)}\n\n${formatConclusion(sections)}`);
  process.exitCode = exitCodeOf(
    sections.flatMap(({ rows }) => rows),
    failIfWorse,
  );
}

async function runBench(name: BenchName, states: Record<Side, State>): Promise<ComparedRow[]> {
  return await runInBenchFolder(async (folder) => {
    const lanes = lanesOf(states, folder);
    for (const lane of lanes) await mkdir(lane.folder);
    await using model = await startStandInModel();
    return await benches[name].compare({
      folder,
      lanes,
      model,
      progress: (text) => progress(`${name}: ${text}`),
    });
  });
}

function exitCodeOf(rows: readonly ComparedRow[], failIfWorse: boolean): number {
  const isWorse = rows.some((row) => row.kind === 'compared' && row.judged.verdict === 'worse');
  if (failIfWorse && isWorse) return 2;
  return rows.some((row) => row.kind === 'not compared') ? 3 : 0;
}

function progress(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
