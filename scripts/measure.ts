import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { measureCommits } from './measure/commits.ts';
import { findCycles } from './measure/cycles.ts';
import { measureFunctions } from './measure/functions.ts';
import { linesOf, readSources } from './measure/sources.ts';
import type { Source } from './measure/sources.ts';

// Measures the structure of the code against goals, and prints a table: npm run measure. It never fails: people look at
// the goals that are missed.

const root = fileURLToPath(new URL('..', import.meta.url));
const newestCommits = 300;

const Manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

interface Row {
  what: string;
  value: string;
  goal: string;
  isReached: boolean;
  /** Where the worst value is. */
  where?: string;
  /** Why the goal is missed, as far as it is on purpose. */
  reason?: string;
}

const reasons = {
  branches:
    'Left on purpose: switches over every kind of something, a line for each, in which the compiler names a kind that is ' +
    'missing; and loops over each character of a text, which were slower as several functions.',
  commits:
    'Commits that move, rename or split code, and change nothing that it does, are held by the tests that exist.',
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function rows(sources: Source[]): Row[] {
  const code = sources.filter(({ isTest }) => !isTest);
  return [...importRows(sources), ...functionRows(code), ...folderRows(code), ...testRows(sources), ...commitRows()];
}

function importRows(sources: Source[]): Row[] {
  const cycles = findCycles(sources);
  const where = cycles[0]?.slice(0, 3).join(', ');
  const what = 'import cycles, import() and types too';
  return [{ what, value: `${cycles.length}`, goal: '0', isReached: cycles.length === 0, ...(where && { where }) }];
}

function functionRows(code: Source[]): Row[] {
  const measured = code.map((source) => ({ source, ...measureFunctions(source) }));
  const functions = measured.flatMap((one) => one.functions);
  const longest = functions.toSorted((a, b) => b.lines - a.lines)[0];
  const widest = functions.toSorted((a, b) => b.branches - a.branches)[0];
  const product = measured.filter(({ source }) => /^(?:server|client|contract)\/src\//.test(source.path));
  const own = product.reduce((sum, { throws }) => sum + throws.own, 0);
  const plain = product.flatMap(({ throws }) => throws.plain);
  const share = own / (own + plain.length);
  return [
    {
      what: 'longest function, lines',
      value: `${longest?.lines}`,
      goal: '60',
      isReached: (longest?.lines ?? 0) <= 60,
      where: longest?.place ?? '',
    },
    {
      what: 'most branches in one',
      value: `${widest?.branches}`,
      goal: '12',
      isReached: (widest?.branches ?? 0) <= 12,
      reason: reasons.branches,
      where: widest?.place ?? '',
    },
    {
      what: 'functions over 60 lines or 12 branches',
      value: `${functions.filter(({ lines, branches }) => lines > 60 || branches > 12).length} of ${functions.length}`,
      goal: '0',
      isReached: functions.every(({ lines, branches }) => lines <= 60 && branches <= 12),
      reason: reasons.branches,
    },
    {
      what: "throws of the product's own errors",
      value: percent(share),
      goal: '95 %',
      isReached: share >= 0.95,
      where: plain[0] ?? '',
    },
  ];
}

function folderRows(code: Source[]): Row[] {
  const folders = Map.groupBy(code, ({ path: name }) => path.posix.dirname(name));
  const crowded = [...folders]
    .map(([folder, files]) => ({ folder, files: files.length }))
    .filter(({ files }) => files > 20);
  const [most] = crowded.toSorted((a, b) => b.files - a.files);
  const where = crowded.map(({ folder, files }) => `${folder} (${files})`).join(', ');
  return [
    {
      what: 'most files in a folder',
      value: `${most?.files ?? '20 or fewer'}`,
      goal: '20',
      isReached: most === undefined,
      where,
    },
  ];
}

function testRows(sources: Source[]): Row[] {
  const lines = (isTest: boolean): number =>
    sources.filter((one) => one.isTest === isTest).reduce((sum, { text }) => sum + linesOf(text), 0);
  const [tests, code] = [lines(true), lines(false)];
  const { dependencies } = Manifest.parse(JSON.parse(readFileSync(path.join(root, 'server/package.json'), 'utf8')));
  return [
    {
      what: 'lines of tests for one of code',
      value: `${(tests / code).toFixed(2)} (${tests} to ${code})`,
      goal: 'none',
      isReached: true,
    },
    {
      what: 'packages that a server needs',
      value: `${Object.keys(dependencies).length}`,
      goal: 'a reason for each',
      isReached: true,
      where: 'docs/dependencies.md',
    },
  ];
}

function commitRows(): Row[] {
  const { count, withTests, median, p90 } = measureCommits(root, newestCommits);
  return [
    {
      what: `commits of code that touch tests, newest ${count}`,
      value: percent(withTests),
      goal: '90 %',
      isReached: withTests >= 0.9,
      reason: reasons.commits,
    },
    { what: 'lines added by a commit, median', value: `${median}`, goal: '60', isReached: median <= 60 },
    { what: 'and by the largest tenth', value: `${p90}`, goal: '300', isReached: p90 <= 300 },
  ];
}

const measured = rows(readSources(root));
for (const { what, value, goal, isReached, where = '' } of measured) {
  console.log(
    `${isReached ? ' ' : '✗'} ${what.padEnd(48)} ${value.padEnd(24)} goal ${goal.padEnd(18)} ${isReached ? '' : where}`.trimEnd(),
  );
}
const why = new Set(measured.flatMap(({ isReached, reason }) => (isReached || reason === undefined ? [] : [reason])));
if (why.size > 0) console.log(`\n${[...why].join('\n')}`);
