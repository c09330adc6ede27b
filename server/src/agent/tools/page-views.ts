import { z } from 'zod';
import { cleanPath } from './path-filter.ts';
import { defineTool, done } from './tool.ts';

const PageViewsInput = z.object({ paths: z.array(z.string()).min(1).max(200) });

/** Answers a line `PATH human H ai A` or `PATH is no page` for each path, or `not collected yet`. */
export const pageViews = defineTool({
  name: 'page_views',
  description: 'Views of pages in the last 30 days, by people and by AI, by the paths of their files.',
  input: PageViewsInput,
  summarise: ({ paths }) => `page views of ${paths.join(', ')}`,
  async run({ paths }, context) {
    if (context.pageViews === undefined) return done('not collected yet');
    const wanted = paths.map(cleanPath);
    const views = new Map((await context.pageViews.read(wanted)).map((page) => [page.path, page]));
    const lines = wanted.map((path) => {
      const page = views.get(path);
      return page === undefined ? `${path} is no page` : `${path} human ${page.human} ai ${page.ai}`;
    });
    return done(lines.join('\n'));
  },
});
