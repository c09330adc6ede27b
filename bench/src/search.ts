import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { thisMachine } from './support/bench-folder.ts';
import { openWorkspace } from '../../server/src/workspace/workspace.ts';
import type { GitTree } from '../../server/src/workspace/workspace.ts';
import { generateDocs } from './checks/generate-docs.ts';
import { generatedKinds } from './checks/site-kinds.ts';
import { formatRows, isMissed, median, type Row } from './support/figures.ts';

const help = `Measures what a search of a site costs. Ends with 1 when a goal is missed. See docs/performance.md.

  npm run bench:search -- [options]

  --pages <number>  size of the generated site (48000)
  --help            this text`;

const goalMilliseconds = 400;
const times = 7;

/** The search patterns, from one that matches nothing to one that matches every line. */
const patterns: Record<string, string> = {
  'a word that stands nowhere': 'Zebra',
  'the same in any case': '(?i)zebra',
  'a word and a class': String.raw`Vue \d`,
  'a class and a word': String.raw`\b\w+Component\b`,
  'classes that stand nowhere': String.raw`[A-Z]{4}\d{3}`,
  'a number': String.raw`\d+`,
  'a word of most pages, in any case': '(?i)the',
  'all lines': '.*',
};

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '48000' }, help: { type: 'boolean', default: false } },
});
if (values.help) console.log(help);
else await benchInFolder(Number(values.pages));

async function benchInFolder(pages: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'copydesk-bench-'));
  const [kind] = generatedKinds;
  if (kind === undefined) throw new Error('there is no kind of site to generate');
  try {
    console.log(thisMachine());
    const { repository, bytes } = await generateDocs(folder, kind, { pages, broken: 0, seed: 1 });
    console.log(`${pages} pages, ${Math.round(bytes / 1024 / 1024)} MB`);
    const rows = await measureSearches(path.join(folder, 'clones'), repository);
    console.log(formatRows(rows));
    if (rows.some(isMissed)) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureSearches(directory: string, location: string): Promise<Row[]> {
  const workspace = openWorkspace({ directory });
  const repository = await workspace.repository({ id: 'bench', kind: 'path', location });
  const tree = await repository.openTree((await repository.head('main')) ?? '');
  const rows: Row[] = [{ name: 'the first search, which reads', value: await timeOf(tree, 'Zebra'), unit: 'ms' }];
  rows.push(...(await measureReadAhead(directory, location)));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (const [name, pattern] of Object.entries(patterns)) {
    const taken: number[] = [];
    while (taken.length < times) taken.push(await timeOf(tree, pattern));
    rows.push({ name, value: median(taken), unit: 'ms', atMost: goalMilliseconds });
  }
  rows.push({ name: 'longest hold-up of the main thread', value: delay.max / 1e6, unit: 'ms' });
  rows.push({ name: 'resident memory', value: process.memoryUsage().rss / 1024 / 1024, unit: 'MB' });
  await workspace.close();
  return rows;
}

/** Measures as in a turn: the texts are read while the model thinks. */
async function measureReadAhead(directory: string, location: string): Promise<Row[]> {
  const workspace = openWorkspace({ directory });
  const repository = await workspace.repository({ id: 'bench', kind: 'path', location });
  const tree = await repository.openTree((await repository.head('main')) ?? '');
  const start = performance.now();
  await tree.readAhead(new AbortController().signal);
  const value = performance.now() - start;
  const first = await timeOf(tree, 'Zebra');
  await workspace.close();
  return [
    { name: 'reading ahead, while a model thinks', value, unit: 'ms' },
    { name: 'the first search after it', value: first, unit: 'ms', atMost: goalMilliseconds },
  ];
}

async function timeOf(tree: GitTree, pattern: string): Promise<number> {
  const start = performance.now();
  await tree.search({ pattern, syntax: 'regex', ignoreCase: false, limit: 100 });
  return performance.now() - start;
}
