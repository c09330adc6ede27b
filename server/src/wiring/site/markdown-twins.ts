import type { ReadabilityWarning } from '@copydesk/contract';
import { readNotFound } from '../../analytics/read/page/views.ts';
import type { DocsEngine } from '../../docs/engine.ts';
import type { Project } from '../../projects/project.ts';
import { monthAgo } from '../../worker/site/page-views.ts';
import type { App } from '../app.ts';
import { viewsOfDocs } from '../views/views-of-docs.ts';

/** Fewer pages may have been requested by a reader that tries addresses. */
const fewestPages = 3;
const mostPaths = 1_000;
const days = 30;

/**
 * Returns a warning if AI readers requested existing pages as Markdown in the last 30 days, and got 404. Whether a site
 * serves its pages as Markdown can only be seen in requests: it is made by plugins, hosts and servers.
 */
export async function findMissingTwins(
  app: Pick<App, 'db' | 'settings'>,
  project: Project,
  docs: ReturnType<DocsEngine['of']>,
): Promise<{ warnings: ReadabilityWarning[]; notJudged: string[] }> {
  const views = await viewsOfDocs(app, project, docs);
  if (views === undefined) return notJudgedBecause('no page views of the project were collected');
  const now = new Date();
  const { result } = await readNotFound(
    app.db,
    { projectId: project.number, now, retentionMonths: app.settings.views.retentionMonths },
    { dateFrom: monthAgo(now), surface: 'markdown', limit: mostPaths, offset: 0 },
  );
  const pages = await views.locate(await views.pages());
  const files = new Map([...pages].flatMap(([file, paths]) => paths.map((path) => [path, file])));
  const asked = result.paths.flatMap(({ path, ai }) => {
    const file = files.get(path);
    return ai === 0 || file === undefined ? [] : [{ file, ai }];
  });
  if (asked.length < fewestPages)
    return notJudgedBecause(`AI readers got 404 for hardly a page as Markdown in ${days} days`);
  const requests = asked.reduce((sum, { ai }) => sum + ai, 0);
  const message =
    `AI readers requested ${asked.length} existing pages as Markdown ${requests.toLocaleString('en')} times in ${days} days, ` +
    'and got 404: serve each page at its address with .md';
  return { warnings: [{ rule: 'twins-missing', path: asked[0]?.file ?? '', line: 1, message }], notJudged: [] };
}

function notJudgedBecause(because: string) {
  return { warnings: [], notJudged: [`whether pages are served as Markdown, because ${because}`] };
}
