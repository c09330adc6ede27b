import type { PageSeen } from './page-seen.ts';

/** Shorter ones repeat by themselves: notes, commands, tables of one row. */
const shortest = 200;

interface Paragraph {
  path: string;
  line: number;
  text: string;
}

/** Long paragraphs that stand more often than they did, and more than once. */
export function findRepeated(was: PageSeen[], is: PageSeen[]) {
  const before = Map.groupBy(was.flatMap(paragraphsOf), keyOf);
  return [...Map.groupBy(is.flatMap(paragraphsOf), keyOf)].flatMap(([key, now]) => {
    const [first] = now;
    if (first === undefined || now.length < 2 || now.length <= (before.get(key)?.length ?? 0)) return [];
    return [{ places: now.slice(0, mostPlaces).map(({ path, line }) => ({ path, line })), text: first.text }];
  });
}

const mostPlaces = 5;

function keyOf({ text }: Paragraph): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** What stands between empty lines. */
function paragraphsOf({ path, text }: PageSeen): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let begun: { line: number; lines: string[] } | undefined;
  for (const [index, line] of [...text.split(/\r\n?|\n/), ''].entries()) {
    if (line.trim() !== '') {
      begun ??= { line: index + 1, lines: [] };
      begun.lines.push(line);
    } else if (begun !== undefined) {
      const whole = begun.lines.join('\n');
      if (whole.length >= shortest) paragraphs.push({ path, line: begun.line, text: whole });
      begun = undefined;
    }
  }
  return paragraphs;
}
