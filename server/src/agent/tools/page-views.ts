import { z } from 'zod';
import { cleanPath } from './path-filter.ts';
import { defineTool, done } from './tool.ts';

const PageViewsInput = z.object({ paths: z.array(z.string()).min(1).max(200) });

/** Answers `PATH human H ai A` lines, or `not collected yet`. */
export const pageViews = defineTool({
  name: 'page_views',
  description: 'Views of pages in the last 30 days, by people and by AI.',
  input: PageViewsInput,
  summarise: ({ paths }) => `page views of ${paths.join(', ')}`,
  async run({ paths }, context) {
    const views = await context.pageViews?.read(paths.map(cleanPath));
    if (views === undefined || views.length === 0) return done('not collected yet');
    return done(views.map(({ path, human, ai }) => `${path} human ${human} ai ${ai}`).join('\n'));
  },
});
