import type { InstructionOf } from '../../grammar/instruction.ts';
import { hasValue, readEntries } from '../../text/front-matter/front-matter.ts';
import { normaliseHeadings } from '../../text/heading-style.ts';
import { hasDate } from '../../text/history.ts';
import { SkippedHistory } from '../skipped-history.ts';
import type { PlanContext, Outcome, Plan } from '../plan.ts';
import { revisePages } from '../replace/revise-pages.ts';
import { pagesWithin } from '../page/site-pages.ts';
import { count } from '../replace/words.ts';

/** Brings the headings of pages into one style without changing their text. */
export async function* normalisePages(
  context: PlanContext,
  instruction: InstructionOf<'normalise-headings'>,
): Plan<Outcome> {
  const { paths, historyOf } = yield* pagesWithin(context, instruction, false);
  const skipped = new SkippedHistory();
  let headings = 0;
  const revision = yield* revisePages(context, paths, ({ path, text, page }) => {
    const title = readEntries(text, page).find((entry) => entry.key === 'title');
    const changes = normaliseHeadings(text, page, hasValue(text, title));
    const history = historyOf(path, () => hasDate(text));
    if (history !== undefined) {
      skipped.add(history, path, changes.length);
      return [];
    }
    headings += changes.length;
    return changes;
  });
  const changed = revision.changed.length;
  const note =
    changed === 0
      ? `The headings of ${count(paths.length, 'page')} are in order already.`
      : `Normalised ${count(headings, 'heading')} on ${count(changed, 'page')} of ${paths.length.toLocaleString('en')}.`;
  const notes = [note, ...skipped.sentences('heading')];
  return { title: 'Normalise headings', changed: changed > 0, notes, left: revision.left };
}
