import { z } from 'zod';
import { mendLinks } from './mend-links.ts';
import type { Mending } from './mend-links.ts';
import type { Desk, Plan } from './plan.ts';

/** For each page, the texts of its headings before some of them were changed. */
export type EarlierHeadings = Map<string, string[]>;

const Links = z.array(z.object({ path: z.string(), line: z.number(), target: z.string(), renamed: z.string() }));

/** Updates the links to headings whose texts, and therefore anchors, have changed. */
export async function* mendAnchors(desk: Desk, earlier: EarlierHeadings): Plan<Mending> {
  if (earlier.size === 0) return { links: 0, changed: [], left: [] };
  const before = Array.from(earlier, ([path, headings]) => ({ path, headings }));
  const links = await desk.remember(Links, () => desk.docs.planRenamedAnchors(before));
  return yield* mendLinks(
    desk,
    links.map(({ path, line, target, renamed }) => ({
      path,
      line,
      subject: target,
      suggestion: renamed,
      message: `The link ${target} was to become ${renamed}`,
    })),
  );
}
