import type { Page } from '../../../../ports.ts';
import type { InstructionOf } from '../../grammar/instruction.ts';
import type { Change } from '../../text/change.ts';
import { addEntry, hasValue, newlineOf, readEntries } from '../../text/front-matter/front-matter.ts';
import type { Entry } from '../../text/front-matter/front-matter.ts';
import { hasDate } from '../../text/history.ts';
import { titleFromPath } from '../../text/paths.ts';
import { bodyStart, hasTitle, titleOf } from '../../text/front-matter/title.ts';
import { firstSentence } from '../../text/sentence.ts';
import { usualTitleStyle } from './add-page.ts';
import { SkippedHistory } from '../skipped-history.ts';
import type { PlanContext, Outcome, Plan } from '../plan.ts';
import { revisePages } from '../replace/revise-pages.ts';
import { notApplicable } from '../site.ts';
import { pagesWithin } from './site-pages.ts';
import { count } from '../replace/words.ts';

type AddMissing = InstructionOf<'add-missing'>;

/** Adds titles and descriptions to the pages that lack them, made from the pages' own text. */
export async function* addMissing(context: PlanContext, instruction: AddMissing): Plan<Outcome> {
  const { site, paths, historyOf } = yield* pagesWithin(context, instruction, false);
  if (instruction.descriptions && site.frontMatter === 'unread') {
    throw notApplicable(`${site.label} reads no front matter of pages, so there is no place for descriptions.`);
  }
  const manner = yield* usualTitleStyle(context, site, '');
  const titleAs = manner.frontMatterTitle ? 'entry' : 'heading';
  const tally = { titles: 0, descriptions: 0, left: [] as string[] };
  const skipped = new SkippedHistory();
  const revision = yield* revisePages(context, paths, ({ path, text, page }) => {
    if (describesItself(text, readEntries(text, page))) return [];
    const history = historyOf(path, () => hasDate(text));
    const isTitled = !instruction.titles || hasTitle(site, text, page);
    const title = isTitled ? [] : missingTitle(path, text, page, titleAs);
    const left = history === undefined ? tally.left : [];
    const description = instruction.descriptions ? missingDescription(path, text, page, left) : [];
    if (history !== undefined) {
      skipped.add(history, path, title.length + description.length);
      return [];
    }
    tally.titles += title.length;
    tally.descriptions += description.length;
    return mergeInsertions(text, page, [...title, ...description]);
  });
  return {
    title: `Add missing ${[...(instruction.titles ? ['titles'] : []), ...(instruction.descriptions ? ['descriptions'] : [])].join(' and ')}`,
    changed: revision.changed.length > 0,
    notes: [
      ...(instruction.titles ? [summariseAdded('title', tally.titles, paths.length)] : []),
      ...(instruction.descriptions ? [summariseAdded('description', tally.descriptions, paths.length)] : []),
      ...skipped.sentences('gap'),
    ],
    left: [...tally.left, ...revision.left],
  };
}

function summariseAdded(noun: string, added: number, pages: number): string {
  if (added === 0) return `No ${noun} had to be added to the ${count(pages, 'page')}.`;
  return `Added ${count(added, noun)}; ${count(pages, 'page')} were checked.`;
}

/** Whether a page gets its title and description from elsewhere: API references, home pages made of components. */
function describesItself(text: string, entries: readonly Entry[]): boolean {
  const layout = entries.find((entry) => entry.key === 'layout');
  const isHome = layout !== undefined && text.slice(layout.value.start, layout.value.end).includes('home');
  return isHome || entries.some((entry) => ['openapi', 'asyncapi', 'url'].includes(entry.key));
}

function missingTitle(path: string, text: string, page: Page, titleAs: 'entry' | 'heading'): Change[] {
  if (titleAs === 'entry') return [addEntry(text, page, { key: 'title', value: titleOf(path, text, page), after: [] })];
  const body = bodyStart(text, page);
  const newline = newlineOf(text);
  const before = body > 0 && !/\n\r?\n$/u.test(text.slice(0, body)) ? newline : '';
  const after = body < text.length ? newline : '';
  return [{ start: body, end: body, text: `${before}# ${titleFromPath(path)}${newline}${after}` }];
}

function missingDescription(path: string, text: string, page: Page, left: string[]): Change[] {
  const entries = readEntries(text, page);
  if (
    hasValue(
      text,
      entries.find((entry) => entry.key === 'description'),
    )
  )
    return [];
  const value = firstSentence(page.firstParagraph ?? '');
  if (value !== undefined) return [addEntry(text, page, { key: 'description', value, after: ['title'] })];
  left.push(`${path}: it has no prose to take a description from`);
  return [];
}

/** Merges the title and the description into one change when both are inserted at the same place. */
function mergeInsertions(text: string, page: Page, changes: readonly Change[]): Change[] {
  const [title, description] = changes;
  if (title === undefined || description === undefined || title.start !== description.start) return [...changes];
  if (page.frontMatter !== undefined) return [{ ...title, text: title.text + description.text }];
  if (!title.text.startsWith('---')) return [{ ...title, text: description.text + title.text }];
  const newline = newlineOf(text);
  const entry = description.text.split(newline)[1] ?? '';
  return [{ ...title, text: title.text.replace(`${newline}---`, () => `${newline}${entry}${newline}---`) }];
}
