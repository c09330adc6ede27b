import { z } from 'zod';
import { fixLinks } from './fix-links.ts';
import type { LinkFixes } from './fix-links.ts';
import type { PlanContext, Plan } from '../plan.ts';

/** For each page, the texts of its headings before some of them were changed. */
export type EarlierHeadings = Map<string, string[]>;

const Links = z.array(z.object({ path: z.string(), line: z.number(), target: z.string(), renamed: z.string() }));

/** Updates the links to headings whose texts, and therefore anchors, have changed. */
export async function* fixAnchors(context: PlanContext, earlier: EarlierHeadings): Plan<LinkFixes> {
  if (earlier.size === 0) return { links: 0, changed: [], left: [] };
  const before = Array.from(earlier, ([path, headings]) => ({ path, headings }));
  const links = await context.recordAnswer(Links, () => context.docs.planRenamedAnchors(before));
  return yield* fixLinks(
    context,
    links.map(({ path, line, target, renamed }) => ({
      path,
      line,
      subject: target,
      suggestion: renamed,
      message: `The link ${target} was to become ${renamed}`,
    })),
  );
}
