import { visitLinesOutsideFences } from '../parse/fences.ts';
import { isSurelyMdx } from '../parse/mdx/plain-mdx.ts';

/** A part of an MDX page that may run, with its position in UTF-16 code units. */
export interface PlainPart {
  kind: 'module' | 'expression' | 'tag';
  start: number;
  end: number;
}

/**
 * Returns the parts of a page that may run; undefined where the lines alone do not show them for certain. It handles
 * most pages, in a fiftieth of the time of a parse.
 */
export function plainParts(text: string): PlainPart[] | undefined {
  const bodyStart = frontMatter.exec(text)?.[0].length ?? 0;
  if (!isSurelyMdx(text, bodyStart) || text.includes('mdx-code-block')) return undefined;
  const shown = withoutCode(text, bodyStart);
  // A line that closes a container may end the fence around it.
  if (countColons(shown) !== countColons(text)) return undefined;
  if (runningAddress.test(shown.replace(/[\p{Cc}\p{Cf}\p{Z}\\]/gu, ''))) return undefined;
  const parts = [...shown.matchAll(part)].map(({ 0: found, 1: module, index: start }): PlainPart => ({
    kind: module !== undefined ? 'module' : found.startsWith('<') ? 'tag' : 'expression',
    start,
    end: start + found.length,
  }));
  // A backtick in an attribute value begins no code, though it was taken for some.
  return parts.some(({ start, end }) => text.slice(start, end).includes('`')) ? undefined : parts;
}

function countColons(text: string): number {
  return text.match(/^[ \t>]*:{3,}/gm)?.length ?? 0;
}

const frontMatter = /^---[ \t]*\r?\n(?:[\s\S]*?\n)??---[ \t]*(?:\r?\n|$)/;

/**
 * A running address in a link or a definition, which may continue after the mark of a quotation. An entity at its
 * beginning may spell anything.
 */
const runningAddress = /\](?:\(|:)[<>]*(?:(?:java|vb|live)script:|data:|[^/?#)]{0,12}&)/i;

const part =
  /^(import\b.*)|<[A-Za-z][\w.-]*(?:\s+[A-Za-z_][\w-]*(?:=(?:"[^"]*"|'[^']*'|\{[^{}]*\}))?)*\s*\/?>|\{[^{}]*\}/gm;

/** Replaces fences, inline code and escaped characters by letters. All offsets stay the same. */
function withoutCode(text: string, bodyStart: number): string {
  const pieces = [text.slice(0, bodyStart).replace(/[^\n]/g, ' ')];
  let done = bodyStart;
  visitLinesOutsideFences(text, (start, end) => {
    if (start < bodyStart) return;
    const line = text.slice(start, end).replace(/`[^`]+`|\\[<>{}\\]/g, (code) => 'x'.repeat(code.length));
    pieces.push(text.slice(done, start).replace(/[^\n]/g, 'x'), line);
    done = end;
  });
  return pieces.join('');
}
