import path from 'node:path';
import { parseArgs } from 'node:util';
import { runInBenchFolder, thisMachine } from './support/bench-folder.ts';
import { formatRows } from './support/figures.ts';
import type { Row } from './support/figures.ts';
import { generateSite } from './support/generate-site.ts';
import { measureHeartbeats } from './reliability/heartbeats.ts';
import { measureKeys } from './reliability/keys.ts';
import { measureResume } from './reliability/resume.ts';
import { measureStart } from './reliability/start.ts';
import { measureThousand } from './reliability/thousand.ts';

/** Each part uses its own data directory. */
const parts: Record<string, (directory: string, repository: string) => Promise<Row[]>> = {
  start: measureStart,
  heartbeats: measureHeartbeats,
  resume: measureResume,
  thousand: measureThousand,
  keys: measureKeys,
};

const help = `Measures what it costs that no job is lost, and how soon a job goes on. See docs/performance.md.

  npm run bench:reliability -- [options]

  --only <parts>  parts of it, by commas (${Object.keys(parts).join(',')})
  --help          this text`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(parts).join(',') },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(help);
else await runInBenchFolder((folder) => bench(folder, values.only.split(',')));

async function bench(directory: string, names: string[]): Promise<void> {
  console.log(thisMachine());
  const rows: Row[] = [];
  for (const name of names) {
    const measure = parts[name];
    if (measure === undefined)
      throw new Error(`There is no part "${name}"; there are ${Object.keys(parts).join(', ')}.`);
    console.error(`measuring: ${name}`);
    // Branches accumulate in a repository, so each part has its own.
    const site = await generateSite(path.join(directory, name), { pages: 5_000, bytesPerPage: 6_000, seed: 1 });
    const found = await measure(path.join(directory, name, 'data'), site.repository);
    console.error(`${formatRows(found)}\n`);
    rows.push(...found);
  }
  console.log(`\n${formatRows(rows)}`);
}
