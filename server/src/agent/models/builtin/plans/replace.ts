import type { Page } from '../../../ports.ts';
import type { InstructionOf } from '../grammar/instruction.ts';
import { orderChanges } from '../text/change.ts';
import type { Change } from '../text/change.ts';
import { changeEntry, readEntries } from '../text/front-matter.ts';
import { isPagePath } from '../text/paths.ts';
import { changeProse } from '../text/prose.ts';
import { termFinder } from '../text/term.ts';
import { mendAnchors } from './mend-anchors.ts';
import type { EarlierHeadings } from './mend-anchors.ts';
import { movePage } from './move-page.ts';
import { pagesByPath } from './page-name.ts';
import type { Desk, Outcome, Plan } from './plan.ts';
import { revisePages } from './revise-pages.ts';
import type { ParsedPage } from './revise-pages.ts';
import { patternFor, searchPages } from './search-pages.ts';
import { notApplicable, siteOf } from './site.ts';
import { pagesWithin } from './site-pages.ts';
import { count, quote } from './words.ts';

type Replace = InstructionOf<'replace'>;

/** Front matter that readers see as text. */
const readersKeys = new Set(['title', 'description', 'sidebar_label', 'sidebarTitle']);

/** Replaces a term on the pages that have it, and keeps links to the headings that it changes. */
export async function* replace(desk: Desk, instruction: Replace): Plan<Outcome> {
  if (instruction.mayBePage && pagesByPath(await siteOf(desk), instruction.from).length > 0) {
    const { from: page, to } = instruction;
    return yield* movePage(desk, { kind: 'move-page', page, to, intoFolder: to.endsWith('/') });
  }
  if (instruction.mayBePage && isPagePath(instruction.from)) {
    throw notApplicable(`There is no page ${quote(instruction.from)} in the docs that could be renamed.`);
  }
  const pages = yield* pagesWithin(desk, instruction.within, true);
  const candidates = yield* searchPages(patternFor(instruction.from, instruction.keepCase), pages.paths);
  const tally: Tally = { places: 0, elsewhere: 0, headings: new Map() };
  const find = termFinder(instruction);
  const revision = yield* revisePages(
    desk,
    candidates,
    (page) => revise(instruction, find, tally, page),
    (text) => find(text).length > 0,
  );
  const mended = yield* mendAnchors(desk, tally.headings);
  const outcome = describe(instruction, tally, { searched: pages.paths.length, changed: revision.changed.length });
  if (mended.links > 0) outcome.notes.push(`Brought along ${count(mended.links, 'link')} to headings that changed.`);
  return { ...outcome, left: [...pages.left, ...revision.left, ...mended.left] };
}

type Finder = (text: string) => Change[];

interface Tally {
  /** Occurrences that were replaced. */
  places: number;
  /** Occurrences in code, tags and addresses. */
  elsewhere: number;
  /** Those of pages where a heading changes. */
  headings: EarlierHeadings;
}

function revise(instruction: Replace, find: Finder, tally: Tally, { path, text, page }: ParsedPage): Change[] {
  const changes = orderChanges(text, [
    ...changeFrontMatter(text, page, find),
    ...changeProse(text, page, find, { includingCode: instruction.includingCode }),
  ]);
  const places = changes.filter((change) => change.end > change.start).length;
  tally.places += places;
  tally.elsewhere += Math.max(0, find(text).length - places);
  const isRenamed = page.headings.some(({ start, end }) =>
    changes.some((change) => change.start < end && change.end > start),
  );
  if (isRenamed) {
    const headings = page.headings.map((heading) => heading.text);
    tally.headings.set(path, headings);
  }
  return changes;
}

function changeFrontMatter(text: string, page: Page, find: (text: string) => Change[]): Change[] {
  return readEntries(text, page)
    .filter((entry) => readersKeys.has(entry.key))
    .flatMap((entry) => changeEntry(text, entry, find));
}

function describe(
  instruction: Replace,
  tally: Tally,
  { searched, changed }: { searched: number; changed: number },
): Outcome {
  const { from, to } = instruction;
  const title = `Replace ${quote(from)} with ${quote(to)}`;
  const elsewhere =
    tally.elsewhere === 0
      ? []
      : [`Left ${count(tally.elsewhere, 'occurrence')} in code, tags or addresses${hint(instruction)}.`];
  if (changed > 0) {
    const done = `Replaced ${count(tally.places, 'occurrence')} of ${quote(from)} with ${quote(to)} on ${count(changed, 'page')}.`;
    return { title, changed: true, notes: [done, ...elsewhere], left: [] };
  }
  const nothing = `${quote(from)} was not found in the text of ${count(searched, 'page')}, so nothing was replaced.`;
  return { title, changed: false, notes: [nothing, ...elsewhere], left: [] };
}

function hint({ includingCode }: Replace): string {
  return includingCode ? '' : ' (say "including code" to change code blocks and inline code too)';
}
