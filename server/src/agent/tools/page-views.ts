import { z } from 'zod';
import { filterWithPauses } from '../call/with-pauses.ts';
import type { AgentPageViews } from '../ports.ts';
import { anyPathFilter, cleanPath, pathFilter } from './show/path-filter.ts';
import { defineTool, doneAnswer, refusedAnswer } from './tool.ts';

const PageViewsInput = z.object({
  paths: z.array(z.string()).max(200).optional().describe('files, folders; all without'),
  rank: z.enum(['most', 'least', 'not_found']).optional(),
});

/** How many pages, or addresses, a ranking lists. */
const rankingLength = 30;

/**
 * Returns a line `PATH human H ai A` or `PATH is no page` for each path, with the number of its pages for a folder; a
 * ranking of the pages that match, or of addresses that were requested and not found; or `not collected yet`.
 */
export const pageViews = defineTool({
  name: 'page_views',
  description: 'Views in the last 30 days, by people and by AI: of files, summed for folders, or ranked.',
  input: PageViewsInput,
  summarise: ({ paths = [], rank }) =>
    `page views${rank === undefined ? '' : `, ${rank},`} of ${paths.join(', ') || 'all'}`,
  async run({ paths = [], rank }, { pageViews: views }) {
    if (views === undefined) return doneAnswer('not collected yet');
    if (rank === undefined && paths.length === 0)
      return refusedAnswer('Give paths, or rank: most, least or not_found.');
    const wanted = paths.map(cleanPath);
    if (rank === undefined) return doneAnswer(await formatEach(views, wanted));
    const isWanted = anyPathFilter(wanted.length === 0 ? [''] : wanted);
    return doneAnswer(
      rank === 'not_found' ? await formatMissing(views, isWanted) : await formatRanking(views, isWanted, rank),
    );
  },
});

type Views = Awaited<ReturnType<AgentPageViews['read']>>[number];

async function formatEach(views: AgentPageViews, wanted: string[]): Promise<string> {
  const own = new Map((await views.read(wanted)).map((page) => [page.path, page]));
  const others = wanted.filter((path) => !own.has(path));
  // Refuses filters that expand to more than the limit.
  anyPathFilter(others);
  const pages = others.length === 0 ? [] : await views.pages();
  const folders = await Promise.all(others.map(async (folder) => await formatFolder(views, folder, pages)));
  const folderLines = new Map(others.map((path, index) => [path, folders[index]]));
  return wanted
    .map((path) => {
      const page = own.get(path);
      return page === undefined ? (folderLines.get(path) ?? `${path} is no page`) : formatViews(page);
    })
    .join('\n');
}

async function formatFolder(views: AgentPageViews, folder: string, pages: string[]): Promise<string> {
  const within = await filterWithPauses(pages, pathFilter(folder));
  if (within.length === 0) return `${folder} is no page`;
  const read = await views.read(within);
  const sum = { path: folder, human: 0, ai: 0 };
  for (const { human, ai } of read) {
    sum.human += human;
    sum.ai += ai;
  }
  return `${formatViews(sum)}, of ${within.length} pages`;
}

async function formatRanking(
  views: AgentPageViews,
  isWanted: (path: string) => boolean,
  rank: 'most' | 'least',
): Promise<string> {
  const pages = await views.read((await views.pages()).filter(isWanted));
  if (pages.length === 0) return 'There are no pages there.';
  const order = rank === 'most' ? -1 : 1;
  const sorted = pages.toSorted((a, b) => order * (a.human + a.ai - b.human - b.ai) || (a.path < b.path ? -1 : 1));
  const more = sorted.length > rankingLength ? [`… and ${sorted.length - rankingLength} more pages`] : [];
  return [...sorted.slice(0, rankingLength).map(formatViews), ...more].join('\n');
}

async function formatMissing(views: AgentPageViews, isWanted: (path: string) => boolean): Promise<string> {
  const missing = await views.missing(isWanted, rankingLength);
  if (missing.length === 0) return 'Nothing was asked for and not found there.';
  return missing.map(({ address, ...counts }) => formatViews({ path: address, ...counts })).join('\n');
}

function formatViews({ path, human, ai }: Views): string {
  return `${path} human ${human} ai ${ai}`;
}
