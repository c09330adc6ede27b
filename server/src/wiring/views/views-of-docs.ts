import type { Project } from '../../projects/project.ts';
import { openPageViews } from '../../worker/site/page-views.ts';
import type { PageViewsSource } from '../../worker/site/page-views.ts';
import type { App } from '../app.ts';

/** Opens the views of the pages of one state of a project's docs; undefined when none were ever collected. */
export async function viewsOfDocs(
  { db, settings }: Pick<App, 'db' | 'settings'>,
  project: Project,
  docs: PageViewsSource['docs'][number],
): ReturnType<typeof openPageViews> {
  const { retentionMonths } = settings.views;
  return await openPageViews({ db, project, docs: [docs], retentionMonths, now: () => new Date() });
}
