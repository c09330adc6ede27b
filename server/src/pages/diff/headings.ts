/** A heading of a Markdown text, and its line, counted from 1. */
interface HeadingLine {
  line: number;
  level: number;
  text: string;
}

/** How many levels of nested sections are named. More are left out, outermost first. */
const mostLevels = 3;

/**
 * Returns a function that names the section of a Markdown page for a line, such as `Install › On Linux`; '' above the
 * first heading. git's own guess is made for programs, and takes any line that begins with a letter for a section.
 */
export function sectionsOf(text: string): (line: number) => string {
  const headings = headingLines(text);
  return (line) => {
    const around: HeadingLine[] = [];
    for (const heading of headings) {
      if (heading.line > line) break;
      while ((around.at(-1)?.level ?? 0) >= heading.level) around.pop();
      around.push(heading);
    }
    return around
      .slice(-mostLevels)
      .map((heading) => heading.text)
      .join(' › ');
  };
}

/** Finds headings of both kinds (`## Title`, and a title above `===` or `---`), outside of code and front matter. */
function headingLines(text: string): HeadingLine[] {
  const lines = text.split(/\r?\n/);
  const found: HeadingLine[] = [];
  let fence: string | undefined;
  for (let index = frontMatterEnd(lines); index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
      continue;
    }
    if (mark !== undefined) fence = mark;
    const heading = hashHeading(line, index) ?? underlinedHeading(line, lines[index + 1] ?? '', index);
    if (heading !== undefined) found.push(heading);
  }
  return found;
}

function frontMatterEnd(lines: string[]): number {
  if (lines[0]?.trim() !== '---') return 0;
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---');
  return end === -1 ? 0 : end + 1;
}

function hashHeading(line: string, index: number): HeadingLine | undefined {
  const [, hashes, title] = /^ {0,3}(#{1,6})[ \t]+(.*)$/.exec(line) ?? [];
  if (hashes === undefined || title === undefined) return undefined;
  return { line: index + 1, level: hashes.length, text: title.replace(/[ \t]#+[ \t]*$/, '').trim() };
}

function underlinedHeading(line: string, next: string, index: number): HeadingLine | undefined {
  if (!/^ {0,3}[^\s>#|*+\-<`~]/.test(line)) return undefined;
  const mark = /^ {0,3}(=+|-+)[ \t]*$/.exec(next)?.[1];
  return mark === undefined ? undefined : { line: index + 1, level: mark.startsWith('=') ? 1 : 2, text: line.trim() };
}
