import { diffArrays } from 'diff';
import { endingOf, withEnding } from './line-endings.ts';
import { lineNumberAt } from './lines.ts';
import type { Line } from './lines.ts';
import type { Place, SearchedText } from './places.ts';

/**
 * Returns the text that replaces a match. When the match is not exact, whatever `old` and `new` have in common is taken
 * from the file, so that its quotes, dashes, indentation and line breaks stay. New lines get the indentation that the
 * match has compared with `old`, and the line breaks used around them.
 */
export function replacementFor(searched: SearchedText, place: Place, edit: { old: string; new: string }): string {
  const matched = searched.text.slice(place.start, place.end);
  // By far the most common case; it does not even need the lines of the text.
  if (matched === edit.old && !/[\r\n]/.test(edit.old + edit.new)) return edit.new;
  const lineBreak = breakNear(searched.lines, place) ?? endingOf(edit.new) ?? '\n';
  // An exact match has nothing to carry over. If `old` matches several kinds of line breaks exactly, those of `new` are
  // meant too.
  if (matched === edit.old)
    return withEnding(matched, lineBreak) === matched ? withEnding(edit.new, lineBreak) : edit.new;
  const present = split(matched);
  const old = split(edit.old);
  const wanted = align(old.contents, split(edit.new).contents);
  const indentation = indentations(old.contents, present.contents);
  return wanted
    .map(({ old: index, text: line }, at) => {
      const content =
        index === undefined
          ? reindent(line, indentation)
          : carryOver(old.contents[index] ?? '', line, present.contents[index] ?? '', indentation);
      const kept = index === undefined ? undefined : present.breaks[index];
      return at === wanted.length - 1 ? content : content + (kept ?? lineBreak);
    })
    .join('');
}

/** Returns each line of the new text, with the index of the old line that it replaces. */
function align(old: string[], wanted: string[]): { text: string; old: number | undefined }[] {
  // With more differing lines there is little to carry over, and the comparison would take seconds.
  const changes = diffArrays(old, wanted, { maxEditLength: 1000 }) ?? [];
  if (changes.length === 0) return wanted.map((text) => ({ text, old: undefined }));
  const lines: { text: string; old: number | undefined }[] = [];
  let position = 0;
  let replaced = { from: 0, count: 0 };
  for (const change of changes) {
    if (change.removed) {
      replaced = { from: position, count: change.count };
      position += change.count;
      continue;
    }
    const from = change.added ? replaced.from : position;
    const paired = !change.added || replaced.count === change.count;
    for (const [index, text] of change.value.entries()) lines.push({ text, old: paired ? from + index : undefined });
    if (!change.added) position += change.count;
    replaced = { from: position, count: 0 };
  }
  return lines;
}

/** Returns the new line, with the beginning and the end that it shares with the old one as they are in the file. */
function carryOver(old: string, wanted: string, present: string, indentation: Map<string, string>): string {
  if (wanted === old) return present;
  const [oldIndent, oldBody, oldEnd] = splitIndentation(old);
  const [newIndent, newBody, newEnd] = splitIndentation(wanted);
  const [presentIndent, presentBody, presentEnd] = splitIndentation(present);
  const shorter = Math.min(oldBody.length, newBody.length);
  let head = 0;
  while (head < shorter && oldBody[head] === newBody[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && oldBody.at(-1 - tail) === newBody.at(-1 - tail)) tail += 1;
  const body =
    presentBody.slice(0, head) +
    newBody.slice(head, newBody.length - tail) +
    presentBody.slice(presentBody.length - tail, presentBody.length);
  const indent = newIndent === oldIndent ? presentIndent : mapIndent(newIndent, indentation);
  return indent + body + (newEnd === oldEnd ? presentEnd : newEnd);
}

function reindent(line: string, indentation: Map<string, string>): string {
  const [indent, body, end] = splitIndentation(line);
  return body === '' ? line : mapIndent(indent, indentation) + body + end;
}

/** Maps each indentation of the old text to the one in the file. */
function indentations(old: string[], present: string[]): Map<string, string> {
  const known = new Map<string, string>();
  for (const [index, line] of old.entries()) {
    const [indent, body] = splitIndentation(line);
    if (body !== '' && !known.has(indent)) known.set(indent, splitIndentation(present[index] ?? '')[0]);
  }
  return known;
}

/** Maps a known indentation to the file's; a deeper one keeps what exceeds the deepest known one. */
function mapIndent(indent: string, known: Map<string, string>): string {
  const base = [...known.keys()].filter((key) => indent.startsWith(key)).sort((a, b) => b.length - a.length)[0];
  return base === undefined ? indent : (known.get(base) ?? '') + indent.slice(base.length);
}

/** Splits a line into leading blanks, text and trailing blanks; a blank line is all leading blanks. */
function splitIndentation(line: string): [indent: string, body: string, end: string] {
  const indent = line.length - line.trimStart().length;
  const body = line.trim();
  return [line.slice(0, indent), body, line.slice(indent + body.length)];
}

function split(text: string): { contents: string[]; breaks: string[] } {
  return { contents: text.split(/\r\n|\r|\n/), breaks: text.match(/\r\n|\r|\n/g) ?? [] };
}

/** Returns the first line break within a place, or else the one before it, or after it. */
export function breakNear(lines: Line[], { start, end }: Place): string | undefined {
  const number = lineNumberAt(lines, start);
  const own = lines[number - 1];
  if (own !== undefined && own.end < end) return own.ending;
  return lines[number - 2]?.ending ?? own?.ending;
}
