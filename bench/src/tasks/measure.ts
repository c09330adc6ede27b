import path from 'node:path';
import type { Row } from '../support/figures.ts';
import type { Provider } from '../models/provider.ts';
import type { Desk } from '../reliability/desk.ts';
import { mergeTask } from './merge.ts';
import { moveTask } from './move.ts';
import { optionsTask, product } from './options.ts';
import { play } from './play.ts';
import type { Played } from './play.ts';
import { renameTask } from './rename.ts';
import { generateTaskSite } from './site.ts';
import { splitTask } from './split.ts';
import type { Task } from './task.ts';

/** How many times the ideal still passes. */
const mostRatio = 1.5;

/** Plays each task with the earlier tools and with the present ones, on a generated site. */
export async function measureTasks(folder: string, desk: Desk, provider: Provider): Promise<Row[]> {
  const site = await generateTaskSite(path.join(folder, 'tasks'));
  const projectId = await desk.createProject('tasks', site.repository);
  await desk.addContext(projectId, product, site.product);
  const place = { url: desk.url, projectId, token: await desk.createKey() };
  const rig = { place, provider, repository: site.repository };
  const tasks = [moveTask(), mergeTask(site), splitTask(site), renameTask(site), optionsTask(site)];
  const rows: Row[] = [];
  // The first job of a site clones it and reads its pages, so one runs before.
  for (const task of tasks.slice(0, 1)) await play(rig, task, task.now);
  for (const task of tasks) {
    const before = await play(rig, task, task.before);
    rows.push(...rowsOf(task, await play(rig, task, task.now), before));
  }
  provider.play([]);
  return rows;
}

function rowsOf({ name, ideal }: Task, now: Played, before: Played): Row[] {
  return [
    {
      name: `${name}: requests`,
      value: now.requests,
      unit: 'requests',
      before: before.requests,
      ideal: ideal.requests,
      atMost: ideal.requests * mostRatio,
    },
    {
      name: '  written',
      value: now.written,
      unit: 'tokens',
      before: before.written,
      ideal: ideal.written,
      atMost: ideal.written * mostRatio,
    },
    { name: '  read', value: now.read, unit: 'tokens', before: before.read },
    { name: '  sent', value: now.bytes / 1e3, unit: 'KB', before: before.bytes / 1e3 },
    {
      name: '  own part of a step, its tools with it, median',
      value: now.overhead,
      unit: 'ms',
      before: before.overhead,
    },
  ];
}
