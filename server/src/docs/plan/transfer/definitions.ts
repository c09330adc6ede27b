import { replaceSpans, type TextEdit } from '../../text/lines.ts';
import type { PageFacts } from '../../parse/page-facts.ts';
import { targetsOf } from '../inbound-links.ts';
import type { Definition, Named } from './definition.ts';
import { footnotesIn } from './footnotes.ts';
import { newTarget, type TransferWork } from './links.ts';
import type { Stretch } from './stretch.ts';

/** What keeps `[text][name]` and footnotes complete on both pages. */
export interface MovedDefinitions {
  /** Edits of the moved text, and of the remaining text. */
  inside: TextEdit[];
  outside: TextEdit[];
  /** What must be below the text at its new place. */
  along: string[];
  /** The names of moved or copied definitions. */
  names: string[];
}

/**
 * Moves the definitions that the text needs. Those that the rest still needs are kept there too, and one whose name
 * means something else on the target page is renamed.
 */
export async function moveDefinitions(work: TransferWork): Promise<MovedDefinitions> {
  const { stretch, place } = work;
  const { text, facts } = stretch;
  const own = namedIn(text, facts);
  const taken = new Map(
    (place.page ? namedIn(place.page.text, place.page.facts).definitions : []).map((one) => [one.key, one]),
  );
  const result: MovedDefinitions = { inside: [], outside: [], along: [], names: [] };
  const kept: string[] = [];
  for (const needed of neededDefinitions(stretch, own)) {
    const { definition, isOwn, isStillUsed } = needed;
    if (isOwn && isStillUsed) kept.push(await definitionText(work, definition, false));
    if (!isOwn && !isStillUsed) result.outside.push(lineOf(text, definition));
    await write(work, needed, taken, result);
  }
  if (result.along.length > 0) result.along = [result.along.toReversed().join('\n')];
  result.outside = withoutTail(text, result.outside);
  if (kept.length > 0) result.outside.push(editToAppend(stretch, own.definitions, kept.toReversed()));
  return result;
}

/** A definition that the moved text contains or uses. */
interface NeededDefinition {
  definition: Definition;
  /** Its uses in the moved text. */
  moved: Named['uses'];
  /** Whether the moved text contains it. */
  isOwn: boolean;
  /** Whether the remaining text uses it. */
  isStillUsed: boolean;
}

function neededDefinitions(stretch: Stretch, { definitions, uses: all }: Named): NeededDefinition[] {
  const byKey = new Map(definitions.toReversed().map((one) => [one.key, one]));
  return [...byKey].flatMap(([key, definition]) => {
    const uses = all.filter((use) => use.key === key);
    const moved = uses.filter((use) => isInside(stretch, use));
    const isOwn = isInside(stretch, definition);
    const isStillUsed = !stretch.whole && uses.length > moved.length;
    return moved.length === 0 && !isOwn ? [] : [{ definition, moved, isOwn, isStillUsed }];
  });
}

/** Writes a definition on the target page, unless that has the same one. */
async function write(
  work: TransferWork,
  { definition, moved, isOwn }: NeededDefinition,
  taken: ReadonlyMap<string, Definition>,
  result: MovedDefinitions,
): Promise<void> {
  const { text } = work.stretch;
  const { page } = work.place;
  const there = taken.get(definition.key);
  const written = await definitionText(work, definition, true);
  if (there && page && isSameText(page.text, there, written)) {
    if (isOwn) result.inside.push(lineOf(text, definition));
    return;
  }
  const was = text.slice(definition.name.start, definition.name.end);
  const name = there ? freeName(was, taken) : undefined;
  if (name !== undefined) result.inside.push(...moved.map((use) => use.renamed(name)));
  if (isOwn && name !== undefined) result.inside.push({ ...definition.name, text: name });
  if (isOwn) return;
  result.along.push(name === undefined ? written : withName(written, definition, name));
  result.names.push(`[${was}]`);
}

function namedIn(text: string, facts: PageFacts): Named {
  const notes = footnotesIn(text, facts);
  const definitions = facts.links.flatMap(({ kind, start, end, identifier, label }) =>
    kind === 'definition' && identifier !== undefined && label !== undefined
      ? [
          {
            start,
            end: Math.max(end, lineEnd(text, end)),
            key: identifier,
            name: { start: label.start, end: label.end },
          },
        ]
      : [],
  );
  const uses = facts.references.map(({ start, end, label, identifier }) => ({
    start,
    key: identifier,
    renamed: (name: string) => ({ start: label.end, end, text: `][${name}]` }),
  }));
  return { definitions: [...definitions, ...notes.definitions], uses: [...uses, ...notes.uses] };
}

function isInside({ start, end }: Stretch, place: { start: number }): boolean {
  return place.start >= start && place.start < end;
}

/** Returns a definition as it must be written on one of the pages. */
async function definitionText(work: TransferWork, { start, end }: Definition, isMoved: boolean): Promise<string> {
  const { view, stretch } = work;
  const edits: TextEdit[] = [];
  for (const link of targetsOf(view.sites.of(stretch.path).kind, stretch.facts)) {
    if (link.span.start < start || link.span.end > end) continue;
    const text = await newTarget(work, { page: stretch.path, link, isInside: isMoved });
    if (text !== undefined) edits.push({ start: link.span.start - start, end: link.span.end - start, text });
  }
  return replaceSpans(stretch.text.slice(start, end), edits).trimEnd();
}

function isSameText(text: string, { start, end }: Definition, written: string): boolean {
  return text.slice(start, end).trim() === written.trim();
}

function withName(written: string, { start, name }: Definition, other: string): string {
  return replaceSpans(written, [{ start: name.start - start, end: name.end - start, text: other }]);
}

function freeName(name: string, taken: ReadonlyMap<string, Definition>): string {
  const isNote = [...taken.keys()].some((key) => key.startsWith('^') && key === `^${name}`);
  const keyOf = (one: string) => (isNote ? `^${one}` : one.toUpperCase());
  for (let number = 2; ; number += 1) if (!taken.has(keyOf(`${name}-${number}`))) return `${name}-${number}`;
}

/** Removes a definition, with its line if it is alone there. */
function lineOf(text: string, { start, end }: Definition): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const isAlone = text.slice(from, start).trim() === '';
  const ending = /^[ \t]*\r?\n/.exec(text.slice(end))?.[0].length ?? 0;
  return { start: isAlone ? from : start, end: end + (isAlone ? ending : 0), text: '' };
}

function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  const line = text.slice(offset, newline === -1 ? undefined : newline);
  // Authors of mdBook pages write a comment after it: `[ch05]: ch05.html<!-- ignore -->`.
  return /^\s*(?:<!--[^\n]*-->)?\s*$/.test(line) ? offset + line.trimEnd().length : offset;
}

/** If nothing is left below the last paragraph, the empty lines are removed too. */
function withoutTail(text: string, removed: TextEdit[]): TextEdit[] {
  const last = removed.toSorted((a, b) => b.start - a.start);
  let start = text.trimEnd().length;
  const tail = last.filter((edit) => {
    if (edit.end < start) return false;
    start = text.slice(0, edit.start).trimEnd().length;
    return true;
  });
  if (tail.length === 0) return removed;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return [...removed.filter((edit) => !tail.includes(edit)), { start, end: text.length, text: newline }];
}

/** Appends definitions to those that stay at the end, else as a block of their own. */
function editToAppend(stretch: Stretch, definitions: Definition[], kept: string[]): TextEdit {
  const { text } = stretch;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const end = text.trimEnd().length;
  const isBlock = definitions.some((one) => one.end === end && !isInside(stretch, one));
  const before = (text.endsWith('\n') ? '' : newline) + (isBlock ? '' : newline);
  return { start: text.length, end: text.length, text: before + kept.join(newline) + newline };
}
