import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { thisMachine } from './support/bench-folder.ts';
import { generateDocs } from './checks/generate-docs.ts';
import { generatedKinds } from './checks/site-kinds.ts';
import { formatRows, isMissed, median, type Row } from './support/figures.ts';
import { edits, type Edit } from './guards/edits.ts';
import type { GuardTimes } from './guards/guard-process.ts';

const help = `Measures what it costs to judge a change before it leaves: the mandate, code in pages, new hosts and commands, and secrets.
Ends with 1 when a goal is missed. See docs/performance.md.

  npm run bench:guards -- [options]

  --repository <path>  a repository of docs instead of the generated sites
  --folder <path>      the folder of its docs
  --pages <number>     size of the generated sites (5000)
  --help               this text`;

const changedFiles = 300;
const jobs = 40;
const warmRounds = 5;

const { values } = parseArgs({
  options: {
    repository: { type: 'string' },
    folder: { type: 'string', default: '' },
    pages: { type: 'string', default: '5000' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(help);
else await benchInFolder();

interface Site {
  name: string;
  location: string;
  folder: string;
}

async function benchInFolder(): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'copydesk-bench-'));
  try {
    console.log(thisMachine());
    const { repository, folder } = values;
    const sites =
      repository === undefined ? await generated(directory) : [{ name: folder, location: repository, folder }];
    for (const site of sites) {
      const clones = path.join(directory, 'clones', site.name);
      const rows = await measureJob(site, clones);
      for (const edit of edits) rows.push(...(await measureWide(site, clones, edit)));
      console.log(`\n${site.name}\n${formatRows(rows)}`);
      if (rows.some(isMissed)) process.exitCode = 1;
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function generated(directory: string): Promise<Site[]> {
  const sites: Site[] = [];
  for (const kind of generatedKinds) {
    const docs = await generateDocs(directory, kind, { pages: Number(values.pages), broken: 0, seed: 1 });
    const folder = path.posix.dirname(kind.pagePath(0)).split('/')[0] ?? '';
    sites.push({ name: kind.name, location: docs.repository, folder });
  }
  return sites;
}

/** Changes a sentence of one page, repeatedly in one process. */
async function measureJob(site: Site, clones: string): Promise<Row[]> {
  const [first, ...others] = await guardInProcess(site, clones, { edit: 'sentence', files: 1, rounds: jobs + 1 });
  return [
    { name: 'a sentence of one page, median', value: median(others.map(sumOf)), unit: 'ms', atMost: 5 },
    { name: '  the first in its process', value: sumOf(first), unit: 'ms' },
  ];
}

async function measureWide(site: Site, clones: string, edit: Edit): Promise<Row[]> {
  const times = await guardInProcess(site, clones, { edit, files: changedFiles, rounds: warmRounds + 1 });
  const [first, ...others] = times;
  const names = Object.keys(first?.guards ?? {});
  return [
    {
      name: `${changedFiles} pages, ${edit}, median`,
      value: median(others.map(sumOf)),
      unit: 'ms',
      atMost: edit === 'added' ? 1_500 : 200,
    },
    ...names.map((name) => ({
      name: `  ${name}`,
      value: median(others.map(({ guards }) => guards[name] ?? 0)),
      unit: 'ms',
    })),
    { name: '  processor time', value: median(others.map(({ processor }) => processor)), unit: 'ms' },
    { name: '  the first in its process', value: sumOf(first), unit: 'ms' },
    { name: '  its processor time', value: first?.processor ?? 0, unit: 'ms' },
  ];
}

function sumOf(times: GuardTimes | undefined): number {
  return Object.values(times?.guards ?? {}).reduce((sum, one) => sum + one, 0);
}

async function guardInProcess(
  { location, folder }: Site,
  clones: string,
  options: { edit: Edit; files: number; rounds: number },
): Promise<GuardTimes[]> {
  const named = { clones, location, folder, ...options };
  const child = fork(
    fileURLToPath(new URL('./guards/guard-process.ts', import.meta.url)),
    Object.entries(named).map(([name, value]) => `--${name}=${value}`),
  );
  const [times]: GuardTimes[][] = await once(child, 'message');
  await once(child, 'exit');
  return times ?? [];
}
