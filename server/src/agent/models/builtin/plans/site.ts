import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { Desk } from './plan.ts';

const Site = z.object({
  label: z.string(),
  frontMatter: z.enum(['required', 'usual', 'possible', 'unread']),
  root: z.string(),
  docsFolder: z.string(),
  folders: z.array(z.object({ path: z.string(), routes: z.array(z.string()) })),
  pages: z.array(z.string()),
  navigation: z.array(z.string()),
});

/** What a plan has to know of the site, and what is kept of it in the transcript. */
export type Site = z.infer<typeof Site>;

/** The site as it stood when this was first asked in the conversation at this point. */
export function siteOf(desk: Desk): Promise<Site> {
  return desk.remember(Site, () => desk.docs.site());
}

/** Says that an instruction does not fit the docs. Nothing was changed by it. */
export function notApplicable(detail: string): CopydeskError {
  return new CopydeskError('instruction_not_applicable', detail);
}
