import { nameOfInvisible, replaceInvisible } from '@copydesk/contract/invisible';
import type { Changes } from '../compare/changes.ts';
import { dataLanguageOf } from '../data/data-language.ts';
import { isMarkdown } from '../text/paths.ts';
import { problem, type Finding } from '../rules.ts';
import type { DocsView } from '../view.ts';

/** How many lines of a file are reported. */
const mostLines = 10;

/**
 * Finds invisible characters that a change adds to pages and data. They can hide instructions for the next model that
 * reads a page, or code that does something else than it shows (CVE-2021-42574). Characters that the change removes
 * elsewhere are not new: it may have moved them. Those that right-to-left text, German words or emphasis in Chinese
 * need are allowed.
 */
export async function hiddenIntroduced(before: DocsView, after: DocsView, changes: Changes): Promise<Finding[]> {
  const known = new Map<string, number>();
  for (const path of [...changes.modified, ...changes.removed].filter(isRead)) {
    for (const { characters } of await hiddenLines(before, path)) {
      for (const character of characters) known.set(character, (known.get(character) ?? 0) + 1);
    }
  }
  const findings: Finding[] = [];
  for (const path of [...changes.modified, ...changes.added].filter(isRead)) {
    const lines = (await hiddenLines(after, path)).map(({ line, characters }) => {
      return { line, added: characters.filter((character) => !takeOne(known, character)) };
    });
    const reported = lines.filter(({ added }) => added.length > 0).slice(0, mostLines);
    findings.push(...reported.map(({ line, added }) => finding(path, line, added)));
  }
  return findings;
}

function isRead(path: string): boolean {
  return isMarkdown(path) || dataLanguageOf(path) !== undefined;
}

function takeOne(known: Map<string, number>, character: string): boolean {
  const left = known.get(character) ?? 0;
  known.set(character, Math.max(0, left - 1));
  return left > 0;
}

function finding(path: string, line: number, added: string[]): Finding {
  const names = [...new Set(added.map(nameOfInvisible))];
  const named = `${names.slice(0, 5).join(', ')}${names.length > 5 ? ' and others' : ''}`;
  const what = added.length === 1 ? 'A character that nobody sees' : `${added.length} characters that nobody sees`;
  const advice = 'leave them out, or write an entity such as &#x200B; where readers need one';
  return problem('hidden-characters', path, line, `${what}: ${named}; ${advice}`, names.join(' '));
}

interface HiddenLine {
  line: number;
  characters: string[];
}

async function hiddenLines(view: DocsView, path: string): Promise<HiddenLine[]> {
  const text = view.index.isFile(path) ? await view.text(path) : undefined;
  return text?.kind === 'known' ? hiddenIn(text.value) : [];
}

/** Returns the lines of a text that contain unneeded invisible characters, counted from 1. */
export function hiddenIn(text: string): HiddenLine[] {
  return text
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((line, index) => ({ line: index + 1, characters: hiddenInLine(line) }))
    .filter(({ characters }) => characters.length > 0);
}

function hiddenInLine(line: string): string[] {
  const characters: string[] = [];
  replaceInvisible(line, (character) => {
    characters.push(character);
    return character;
  });
  if (characters.length === 0) return characters;
  const needed = neededIn(line);
  return characters.filter((character) => !needed.has(character));
}

/**
 * Returns the invisible characters that a line needs: joiners and direction marks beside letters of right-to-left
 * scripts, isolates that are closed in the line, soft hyphens within words, and the zero-width space that lets emphasis
 * end beside Chinese punctuation. Characters of the private use area are visible in their own font.
 */
function neededIn(line: string): Set<string> {
  const needed = new Set(line.match(/\p{Co}/gu));
  if (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(line.replaceAll('\u061c', ''))) {
    for (const mark of ['\u200c', '\u200d', '\u200e', '\u200f', '\u061c']) needed.add(mark);
    const [begins, ends] = [line.match(/[\u2066-\u2068]/g), line.match(/\u2069/g)];
    if (begins?.length === ends?.length) for (const isolate of [...(begins ?? []), '\u2069']) needed.add(isolate);
  }
  if (!/(?<!\p{L})\u00ad|\u00ad(?!\p{L})/u.test(line)) needed.add('\u00ad');
  if (!/(?<![*_~`])\u200b(?![*_~`])/.test(line)) needed.add('\u200b');
  return needed;
}
