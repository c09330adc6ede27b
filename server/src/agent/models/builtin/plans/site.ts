import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { PlanContext } from './plan.ts';

const Site = z.object({
  label: z.string(),
  frontMatter: z.enum(['required', 'usual', 'possible', 'unread']),
  root: z.string(),
  docsFolder: z.string(),
  folders: z.array(z.object({ path: z.string(), routes: z.array(z.string()) })),
  pages: z.array(z.string()),
  navigation: z.array(z.string()),
});

/** What a plan must know about the site, and what the transcript stores of it. */
export type Site = z.infer<typeof Site>;

/** Returns the site as it was when this was first called at this point of the conversation. */
export function siteOf(context: PlanContext): Promise<Site> {
  return context.recordAnswer(Site, () => context.docs.site());
}

/** Returns the error for an instruction that does not fit the docs. It has changed nothing. */
export function notApplicable(detail: string): CopydeskError {
  return new CopydeskError('instruction_not_applicable', detail);
}
