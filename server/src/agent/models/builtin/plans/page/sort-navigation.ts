import { applyFileEdits, FileEdits } from '../apply-file-edits.ts';
import type { PlanContext, Outcome, Plan } from '../plan.ts';
import { siteOf } from '../site.ts';

/** Sorts the entries of the navigation by their titles, within each group. */
export async function* sortNavigation(context: PlanContext): Plan<Outcome> {
  const title = 'Sort the navigation';
  const { label } = await siteOf(context);
  const edits = await context.recordAnswer(FileEdits, () => context.docs.planSortNavigation());
  if (edits.length === 0) {
    const nothing = `Nothing was sorted: the navigation is in order already, or ${label} makes it from the pages.`;
    return { title, changed: false, notes: [nothing], left: [] };
  }
  const revision = yield* applyFileEdits(edits);
  const notes = [
    `Sorted the entries by their titles, within each group, in ${revision.changed.join(', ') || 'no file'}.`,
  ];
  return { title, changed: revision.changed.length > 0, notes, left: revision.left };
}
