import { visitLinesOutsideFences } from '../parse/fences.ts';
import { lineFinder } from '../text/lines.ts';
import { extensionOf, isWithin } from '../text/paths.ts';
import type { DocsView } from '../view.ts';
import { commandsIn } from './commands/commands.ts';
import { hiddenTextsIn } from './hidden-texts.ts';
import { hostsIn, namesHost } from './hosts.ts';
import { collapseSpace, longestWordOf, type CodePiece } from './piece.ts';

/** A piece with its position. `line` counts from 1. */
export interface PlacedPiece {
  path: string;
  line: number;
  piece: CodePiece;
}

/** Finds the first files of the docs, before a change, that contain a text. */
export type FindFiles = (text: string, most: number) => Promise<string[]>;

/**
 * Returns the hosts to which links and images of new lines lead, the commands in new lines that install something, and
 * what a file newly hides from readers.
 */
export function namesIn(path: string, before: string, after: string): PlacedPiece[] {
  return [...namesInNewLines(path, before, after), ...newlyHidden(path, before, after)];
}

/** A text can be hidden by what is removed, such as the end of a comment, so it is not searched for in new lines. */
function newlyHidden(path: string, before: string, after: string): PlacedPiece[] {
  const found = hiddenTextsIn(path, after);
  if (found.length === 0) return [];
  const had = new Set(hiddenTextsIn(path, before).map(({ text }) => collapseSpace(text)));
  const lineOf = lineFinder(after);
  return found.flatMap(({ text, offset }) => {
    const key = collapseSpace(text);
    const piece: CodePiece = { kind: 'hidden', runs: 'reader', key, seek: longestWordOf(key), offset };
    return had.has(key) ? [] : [{ path, line: lineOf(offset), piece }];
  });
}

function namesInNewLines(path: string, before: string, after: string): PlacedPiece[] {
  const had = new Set(before.split('\n').map((line) => line.trim()));
  const lines = after.split('\n');
  if (lines.every((line) => had.has(line.trim()))) return [];
  const prose = linesOfProse(path, after);
  const found: PlacedPiece[] = [];
  for (const [index, line] of lines.entries()) {
    if (had.has(line.trim()) || prose?.has(index) === false) continue;
    for (const host of hostsIn(prose === undefined ? line : line.replace(inlineCode, ' ')))
      found.push(placedPieceOf(path, index, { kind: 'host', key: host, seek: host }));
  }
  for (const { start, rows } of commandLines(lines)) {
    const isNew = rows.findIndex((row) => !had.has(row.trim()));
    if (isNew === -1) continue;
    for (const { key, text, seek } of commandsIn(joined(rows)))
      found.push(placedPieceOf(path, start + isNew, { kind: 'command', key, text, seek }));
  }
  return found;
}

/** Returns lines with those in which each continues: a shell joins them behind a backslash, PowerShell a backtick. */
function commandLines(lines: readonly string[]): { start: number; rows: string[] }[] {
  const found: { start: number; rows: string[] }[] = [];
  for (const [index, line] of lines.entries()) {
    const last = found.at(-1);
    if (last !== undefined && continues.test(lines[index - 1] ?? '')) last.rows.push(line);
    else found.push({ start: index, rows: [line] });
  }
  return found;
}

function joined(rows: readonly string[]): string {
  return rows.map((row) => row.replace(continues, (mark) => (/[|&]/.test(mark) ? mark : ' '))).join(' ');
}

const continues = /(?<!\\)\\[ \t]*\r?$|[ \t][`^][ \t]*\r?$|(?:\||&&)[ \t]*\r?$/;

const inlineCode = /(?<!`)(`+)(?!`)[^`]*\1(?!`)/g;

function placedPieceOf(
  path: string,
  index: number,
  name: Pick<CodePiece, 'kind' | 'key' | 'text' | 'seek'>,
): PlacedPiece {
  return { path, line: index + 1, piece: { ...name, runs: 'reader', offset: 0 } };
}

/** Directives of MyST whose bodies are no code samples: they show images and links, or reStructuredText. */
const shownDirective = /^[ \t>]*(?:`{3,}|~{3,})[ \t]*\{(?:eval-rst|figure|image|video|iframe|button-link|raw)\}/;

/** Returns the lines that are in no code block; undefined if the file is not Markdown. */
function linesOfProse(path: string, text: string): Set<number> | undefined {
  if (!/^\.(?:md|mdx|markdown|mdown|mkd|mdoc)$/.test(extensionOf(path))) return undefined;
  const starts = new Set<number>();
  visitLinesOutsideFences(
    text,
    (start) => starts.add(start),
    (start) => starts.add(start),
  );
  const found = new Set<number>();
  let [start, isShown] = [0, false];
  for (const [index, line] of text.split('\n').entries()) {
    if (starts.has(start)) isShown = shownDirective.test(line);
    if (isShown || starts.has(start)) found.add(index);
    start += line.length + 1;
  }
  return found;
}

/** How many names at most are searched for in the docs. */
const mostSought = 40;

interface KnownBefore {
  past: DocsView;
  /** Files that the change removes or modifies: names that moved are in them. */
  touched: readonly string[];
  find: FindFiles;
}

/** Returns each name once, at its first occurrence, unless the docs contained it anywhere before the change. */
export async function newNames(
  candidates: PlacedPiece[],
  { past, touched, find }: KnownBefore,
): Promise<PlacedPiece[]> {
  const firsts = new Map<string, PlacedPiece>();
  for (const one of candidates) {
    const key = `${one.piece.kind} ${one.piece.key}`;
    if (!firsts.has(key)) firsts.set(key, one);
  }
  const left = await notIn(touched, [...firsts.values()], past);
  const found: PlacedPiece[] = [];
  for (const [index, one] of left.entries()) {
    if (index >= mostSought || !(await isKnown(one.piece, past, find))) found.push(one);
  }
  return found.filter((one, index) => !found.some((other, at) => isWithinAnother(one, other, at < index)));
}

/** Returns whether another command of the same line shows a command: one is reported once, with all that it installs. */
function isWithinAnother(one: PlacedPiece, other: PlacedPiece, isEarlier: boolean): boolean {
  const [text, whole] = [one.piece.text ?? '', other.piece.text ?? ''];
  if (text === '' || one.path !== other.path || one.line !== other.line) return false;
  return text === whole ? isEarlier : whole.includes(text);
}

/**
 * Removes the names that the given files contain. A move of 300 pages names some hundred hosts again, and the files'
 * own earlier texts show that none is new.
 */
async function notIn(paths: readonly string[], candidates: PlacedPiece[], past: DocsView): Promise<PlacedPiece[]> {
  let left = candidates;
  for (const path of paths.filter((one) => isWithin(one, past.folder))) {
    if (left.length === 0) return left;
    const text = await past.text(path);
    if (text.kind === 'known') left = left.filter(({ piece }) => !hasName(path, text.value, piece));
  }
  return left;
}

function hasName(path: string, text: string, { kind, key, seek }: CodePiece): boolean {
  if (kind === 'hidden') return hiddenTextsIn(path, text).some((one) => collapseSpace(one.text) === key);
  if (!text.toLowerCase().includes(seek)) return false;
  if (kind === 'host') return namesHost(text, seek);
  return commandLines(text.split('\n')).some(
    ({ rows }) =>
      rows.some((row) => row.toLowerCase().includes(seek)) && commandsIn(joined(rows)).some((one) => one.key === key),
  );
}

async function isKnown(piece: CodePiece, past: DocsView, find: FindFiles): Promise<boolean> {
  const files = (await find(piece.seek, filesOfOne)).filter((path) => isWithin(path, past.folder));
  for (const path of files) {
    const text = await past.text(path);
    if (text.kind === 'known' && hasName(path, text.value, piece)) return true;
  }
  return false;
}

/** `acme.co` also occurs in `acme.com`: at most this many files are checked for the host by itself. */
const filesOfOne = 8;
