import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { Desk } from './plan.ts';

const Site = z.object({ kind: z.string(), root: z.string(), pages: z.array(z.string()) });

/** The kind of site, its folder, and the pages that readers reach. */
export type Site = z.infer<typeof Site>;

/** The site as it stood when this was first asked in the conversation at this point. */
export function siteOf(desk: Desk): Promise<Site> {
  return desk.remember(Site, () => desk.docs.site());
}

/** Says that an instruction does not fit the docs. Nothing was changed by it. */
export function notApplicable(detail: string): CopydeskError {
  return new CopydeskError('instruction_not_applicable', detail);
}
