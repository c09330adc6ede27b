import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runInBenchFolder, thisMachine } from './support/bench-folder.ts';
import { generateDocs } from './checks/generate-docs.ts';
import { measureServerJob } from './checks/server-job.ts';
import { measureOthers } from './checks/other-tools.ts';
import { measureOwn } from './checks/own.ts';
import { generatedKinds } from './checks/site-kinds.ts';
import { formatRows, type Row } from './support/figures.ts';

const parts = ['read', 'others', 'server'];
const brokenLinks = 60;
/** Other programs take minutes for more. */
const comparedPages = 1_000;
/** Fewer pages are read before anybody can make a request. */
const servedPages = 10_000;

const help = `Measures what the checks of a site cost, and what they find. See docs/performance.md.

  npm run bench:checks -- [options]

  --pages <numbers>  sizes of the generated sites, by commas (1000,10000,50000)
  --kinds <kinds>    kinds of them (${generatedKinds.map(({ name }) => name).join(',')})
  --only <parts>     parts of it, by commas (${parts.join(',')})
  --seed <number>    for the pages and the links broken in them (1)
  --help             this text`;

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000,10000,50000' },
    kinds: { type: 'string', default: generatedKinds.map(({ name }) => name).join(',') },
    only: { type: 'string', default: parts.join(',') },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(help);
else await runInBenchFolder(benchSites);

async function benchSites(folder: string): Promise<void> {
  console.log(thisMachine());
  for (const kind of generatedKinds.filter(({ name }) => values.kinds.split(',').includes(name))) {
    for (const pages of values.pages.split(',').map(Number)) await benchSite(folder, kind, pages);
  }
}

async function benchSite(folder: string, kind: (typeof generatedKinds)[number], pages: number): Promise<void> {
  const only = values.only.split(',');
  const directory = path.join(folder, `${kind.name}-${pages}`);
  const docs = await generateDocs(directory, kind, { pages, broken: brokenLinks, seed: Number(values.seed) });
  const rows: Row[] = [];
  const isCompared = only.includes('others') && kind === generatedKinds[0] && pages <= comparedPages;
  if (only.includes('read') || isCompared) {
    console.error(`measuring: ${kind.name}, ${pages} pages`);
    const own = await measureOwn(docs, path.join(directory, 'checks'));
    rows.push(...own.rows);
    if (isCompared) rows.push(...(await measureOthers(docs, own.checked, directory)));
  }
  if (only.includes('server') && pages >= servedPages) rows.push(...(await measureServerJob(docs, directory)));
  if (rows.length > 0) console.log(`\n${formatRows(rows)}`);
  await rm(directory, { recursive: true, force: true });
}
