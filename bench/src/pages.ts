import { parseArgs } from 'node:util';
import { runInBenchFolder, thisMachine } from './support/bench-folder.ts';
import { formatRows } from './support/figures.ts';
import type { Row } from './support/figures.ts';
import { benchPages } from './pages/list.ts';
import { measureInBrowser } from './pages/in-browser.ts';
import { measureOnServer } from './pages/on-server.ts';
import { seedDesk } from './pages/seed.ts';
import { collect } from './views/collection.ts';
import { startLoad } from './views/load.ts';
import { startViewsServer } from './views/server.ts';

const eventsPerWave = 2_000_000;
const year = 365 * 86_400_000;

// npm run bench:pages -- --events 20000000
const { values } = parseArgs({ options: { events: { type: 'string', default: '20000000' } } });
await runInBenchFolder((folder) => bench(folder, Number(values.events)));

/**
 * Measures every page of the desk: its time on the server, its size with Brotli, and when it has loaded in a slow
 * browser.
 */
async function bench(directory: string, events: number): Promise<void> {
  console.log(thisMachine());
  await using server = await startViewsServer(directory);
  await using load = startLoad();
  const made = await server.createProject('Docs');
  const others = [];
  for (let number = 2; number <= 10; number += 1) others.push(await server.createProject(`Docs ${number}`));
  const projectIds = [made, ...others].map(({ id }) => id);
  const to = Date.now() - 3_600_000;
  const waves = Math.ceil(events / eventsPerWave);
  for (let wave = 0; wave < waves; wave += 1) {
    const moment = (share: number): number => to - year + (year * share) / waves;
    const part = { seed: wave, events: Math.floor(events / waves), from: moment(wave), to: moment(wave + 1) };
    const plan = { ...part, projects: 10, pagesPerProject: 10_000, order: 'time' as const, pages: 'zipf' as const };
    await collect({ server, load, folder: directory, progress }, plan, projectIds);
  }
  progress('making 10,000 projects, 100,000 jobs, a job of 500 steps and a change of 300 files');
  const seeded = await seedDesk(server, { projectId: made.id, folder: directory });
  const rows: Row[] = [];
  for (const page of benchPages(seeded)) {
    progress(page.name);
    rows.push(...(await measureOnServer(server.url, page, seeded.cookie)));
  }
  progress('in a browser, four times slower than this machine');
  rows.push(...(await measureInBrowser(server.url, benchPages(seeded), seeded.cookie)));
  console.log(
    `${events.toLocaleString('en')} views in 10 projects of 10,000 pages; 10,000 projects and 100,000 jobs besides.\n`,
  );
  console.log(formatRows(rows));
}

function progress(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
