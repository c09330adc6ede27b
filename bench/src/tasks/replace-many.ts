import path from 'node:path';
import type { Row } from '../support/figures.ts';
import { generateSite, pagePath } from '../support/generate-site.ts';
import type { Provider } from '../models/provider.ts';
import type { Desk } from '../reliability/desk.ts';
import { play } from './play.ts';
import { call, ending, type Task } from './task.ts';

const pages = 1_000;
const goalMilliseconds = 1_000;

const task: Task = {
  name: 'a word replaced in many pages',
  prompt: 'Say "position" instead of "marker" everywhere.',
  ideal: { requests: 2, written: 60 },
  now: [
    { words: 'I replace it.', calls: [call('replace_text', { find: 'marker', replace: 'position' })] },
    ...ending('Say position', 'The product has positions now.'),
  ],
  before: [],
  expected: [0, pages - 1].map((page) => ({
    path: pagePath(page),
    holds: [`The position of page ${page} stands here.`],
    lacks: ['marker'],
  })),
};

/**
 * Measures one call that replaces a word in 1,000 pages of 6 KB: the time from its answer to the next request,
 * including the journal.
 */
export async function measureReplacement(folder: string, desk: Desk, provider: Provider): Promise<Row[]> {
  const { repository } = await generateSite(path.join(folder, 'replace'), { pages, bytesPerPage: 6_000, seed: 2 });
  const projectId = await desk.createProject('replace', repository);
  const place = { url: desk.url, projectId, token: await desk.createKey() };
  const { gaps } = await play({ place, provider, repository }, task, task.now);
  provider.play([]);
  const [replaced, reviewed] = gaps;
  return [
    {
      name: `replace_text in ${pages.toLocaleString('en')} files, to the next request`,
      value: replaced ?? Number.NaN,
      unit: 'ms',
      atMost: goalMilliseconds,
    },
    { name: '  and its checks and diff, to the request that shows them', value: reviewed ?? Number.NaN, unit: 'ms' },
  ];
}
