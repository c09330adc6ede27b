import type { Page } from '../../../../ports.ts';
import type { InstructionOf } from '../../grammar/instruction.ts';
import { applyChanges, orderChanges } from '../../text/change.ts';
import type { Change } from '../../text/change.ts';
import { readEntries, readText } from '../../text/front-matter/front-matter.ts';
import { hasDate } from '../../text/history.ts';
import { isPagePath } from '../../text/paths.ts';
import { changeProse } from '../../text/prose.ts';
import { longerWord, partFinder, termFinder } from '../../text/term.ts';
import type { Finder } from '../../text/term.ts';
import { changeFrontMatter, readVisible } from '../../text/front-matter/visible-front-matter.ts';
import { isFolder } from '../page/folder.ts';
import { fixAnchors } from '../fix/fix-anchors.ts';
import { updateParentTitles } from '../page/update-parent-titles.ts';
import { fixTitleAnchors } from '../fix/fix-title-anchors.ts';
import { movePage } from '../page/move-page.ts';
import { pagesByPath } from '../page/page-name.ts';
import type { PlanContext, Outcome, Plan } from '../plan.ts';
import { emptyTally, reportReplace } from './replace-report.ts';
import type { Tally } from './replace-report.ts';
import { revisePages } from './revise-pages.ts';
import type { ParsedPage } from './revise-pages.ts';
import { patternFor, searchPages } from '../page/search-pages.ts';
import { notApplicable, siteOf } from '../site.ts';
import type { Site } from '../site.ts';
import { pagesWithin } from '../page/site-pages.ts';
import { count, quote } from './words.ts';

type Replace = InstructionOf<'replace'>;

/** How many Markdown files that are no pages of the site are read to count the term. */
const mostOtherMarkdown = 100;

/** Replaces a term on the pages that contain it, and updates links to the headings that change. */
export async function* replace(context: PlanContext, instruction: Replace): Plan<Outcome> {
  if (instruction.mayBePage && isPageOrFolder(await siteOf(context), instruction.from)) {
    const { from: page, to } = instruction;
    return yield* movePage(context, { kind: 'move-page', page, to, intoFolder: to.endsWith('/') });
  }
  if (instruction.mayBePage && isPagePath(instruction.from)) {
    throw notApplicable(`There is no page ${quote(instruction.from)} in the docs that could be renamed.`);
  }
  const pages = yield* pagesWithin(context, instruction, true);
  const tally = emptyTally();
  const pattern = patternFor(instruction.from, instruction.keepCase);
  const found = yield* searchPages(pattern, [...pages.paths, ...pages.otherMarkdown].sort());
  const all = new Set(pages.otherMarkdown);
  const others = found.filter((path) => all.has(path));
  const otherMarkdown = new Set(others.slice(0, mostOtherMarkdown));
  tally.otherMarkdownUnread = others.length - otherMarkdown.size;
  const candidates = found.filter((path) => !all.has(path) || otherMarkdown.has(path));
  const find = { whole: termFinder(instruction), part: partFinder(instruction) };
  const revision = yield* revisePages(
    context,
    candidates,
    (page) => {
      const history = pages.historyOf(page.path, () => hasDate(page.text));
      if (history === undefined && !otherMarkdown.has(page.path)) return revise(instruction, find, tally, page);
      const places = changesOf(instruction, find, page).filter((change) => isPlace(page.text, change)).length;
      if (history !== undefined) tally.skipped.add(history, page.path, places);
      else if (places > 0) tally.otherMarkdown.set(page.path, places);
      return [];
    },
    (text) => find.part(text).length > 0,
  );
  const fixed = yield* fixAnchors(context, tally.headings);
  const hasAnchors = tally.tags || tally.headings.size > 0;
  const titles = hasAnchors ? yield* fixTitleAnchors(context, instruction) : 0;
  const outcome = reportReplace(instruction, tally, { searched: pages.paths.length, changed: revision.changed.length });
  const along = fixed.links + titles;
  if (along > 0) outcome.notes.push(`Updated ${count(along, 'link')} to headings that changed.`);
  const children = tally.titles.size > 0 ? yield* updateParentTitles(context, tally.titles) : 0;
  if (children > 0) outcome.notes.push(`Updated the parent title in ${count(children, 'page')} below.`);
  return { ...outcome, left: [...pages.left, ...revision.left, ...fixed.left] };
}

function isPageOrFolder(site: Site, name: string): boolean {
  return pagesByPath(site, name).length > 0 || isFolder(site, name);
}

/** Finders for the term as a whole word, and as a part of any word. */
interface Finders {
  whole: Finder;
  part: Finder;
}

function changesOf({ includingCode }: Replace, find: Finders, { text, page }: ParsedPage): Change[] {
  return orderChanges(text, [
    ...changeFrontMatter(text, readVisible(text, page), find.whole),
    ...changeProse(text, page, find.whole, { includingCode }),
  ]);
}

function revise(instruction: Replace, find: Finders, tally: Tally, parsed: ParsedPage): Change[] {
  const { path, text, page } = parsed;
  const changes = changesOf(instruction, find, parsed);
  const places = changes.filter((change) => isPlace(text, change)).length;
  tally.places += places;
  tally.elsewhere += Math.max(0, find.whole(text).length - places);
  noteTitle(tally, text, page, find.whole);
  tally.tags ||= changes.some((change) => isWithinTag(text, page, change));
  countLongerWords(tally, find, text, page);
  const isRenamed = page.headings.some(({ start, end }) =>
    changes.some((change) => change.start < end && change.end > start),
  );
  if (isRenamed) {
    const headings = page.headings.map((heading) => heading.text);
    tally.headings.set(path, headings);
  }
  return changes;
}

/** Records a changed title, because other pages may name this one by its title. */
function noteTitle({ titles }: Tally, text: string, page: Page, find: Finder): void {
  const was = readText(
    text,
    readEntries(text, page).find(({ key }) => key === 'title'),
  );
  const is = was === undefined ? undefined : applyChanges(was, find(was));
  if (was !== undefined && is !== undefined && was !== is) titles.set(was, is);
}

/**
 * Whether a change is an occurrence of the term. Text added after a reference, or in its `[]`, only keeps the reference
 * whole.
 */
function isPlace(text: string, { start, end }: Change): boolean {
  return end > start && text.slice(start, end) !== '[]';
}

function isWithinTag(text: string, page: Page, { start, end }: Change): boolean {
  return page.code.some((span) => span.start < start && end < span.end && text[span.start] === '<');
}

function countLongerWords({ longerWords }: Tally, find: Finders, text: string, page: Page): void {
  const whole = new Set(find.whole(text).map(({ start }) => start));
  const parts = changeProse(text, page, find.part, { includingCode: false });
  for (const part of parts) {
    if (!isPlace(text, part) || whole.has(part.start)) continue;
    const word = longerWord(text, part);
    longerWords.set(word, (longerWords.get(word) ?? 0) + 1);
  }
}
