import type { ComparedPage } from './compared-page.ts';

/** Shorter paragraphs often repeat by chance: notes, commands, tables with one row. */
const shortestParagraph = 200;

/** A long paragraph that changed pages contain more often than before. */
export interface GrownParagraph {
  places: { path: string; line: number }[];
  text: string;
  /** Its words, independent of line breaks. */
  key: string;
}

interface Paragraph {
  path: string;
  line: number;
  text: string;
  /** Its words, independent of line breaks. */
  key: string;
}

/** Finds long paragraphs that exist more often than before. */
export function grownParagraphs(was: ComparedPage[], is: ComparedPage[]): GrownParagraph[] {
  const old = new Map(was.map((page) => [page.path, paragraphsOf(page)]));
  const before = Map.groupBy([...old.values()].flat(), ({ key }) => key);
  const countBefore = (key: string | undefined) => (key === undefined ? 0 : (before.get(key)?.length ?? 0));
  const now = is.flatMap((page) => withFormer(paragraphsOf(page), old.get(page.path)));
  return [...Map.groupBy(now, ({ key }) => key)].flatMap(([key, places]) => {
    const [first] = places;
    if (first === undefined || first.text.length < shortestParagraph) return [];
    // If a term is renamed in each translation, the number of copies stays the same.
    const isRenamed =
      places.every(({ former }) => former === first.former) && places.length <= countBefore(first.former);
    if (isRenamed || places.length <= countBefore(key)) return [];
    return [{ places: places.map(({ path, line }) => ({ path, line })), text: first.text, key }];
  });
}

/** Adds the key of the former paragraph at the same position, if the page still has as many paragraphs. */
function withFormer(paragraphs: Paragraph[], old: Paragraph[] | undefined) {
  const isAligned = old?.length === paragraphs.length;
  return paragraphs.map((each, index) => ({ ...each, former: isAligned ? old[index]?.key : undefined }));
}

/** Returns the blocks of text between empty lines. */
export function paragraphsOf({ path, text }: Pick<ComparedPage, 'path' | 'text'>): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let begun: { line: number; lines: string[] } | undefined;
  for (const [index, line] of [...text.split(/\r\n?|\n/), ''].entries()) {
    if (line.trim() !== '') {
      begun ??= { line: index + 1, lines: [] };
      begun.lines.push(line);
    } else if (begun !== undefined) {
      const whole = begun.lines.join('\n');
      paragraphs.push({ path, line: begun.line, text: whole, key: whole.replaceAll(/\s+/g, ' ').trim() });
      begun = undefined;
    }
  }
  return paragraphs;
}
