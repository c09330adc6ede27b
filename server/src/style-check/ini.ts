/** A section of a configuration; what precedes all sections has the name ''. */
export interface IniSection {
  name: string;
  /** In order; a key may occur twice. */
  keys: { name: string; value: string }[];
}

/**
 * Returns the sections of a file as Vale reads them: keys with `=` or `:`, lines continued by `\`, comments with `#`
 * and `;`.
 */
export function parseIni(text: string): IniSection[] {
  let section: IniSection = { name: '', keys: [] };
  const sections = [section];
  for (const line of logicalLines(text)) {
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    if (line.startsWith('[')) {
      const end = line.lastIndexOf(']');
      section = { name: (end < 0 ? line.slice(1) : line.slice(1, end)).trim(), keys: [] };
      sections.push(section);
      continue;
    }
    const at = line.search(/[=:]/);
    if (at > 0) section.keys.push({ name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() });
  }
  return sections;
}

function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let isContinued = false;
  for (const raw of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const line = raw.trim();
    const goesOn: boolean = line.endsWith('\\') && !(isComment(line) && !isContinued);
    const part = goesOn ? line.slice(0, -1) : line;
    if (isContinued) lines.push(`${lines.pop() ?? ''}${part}`);
    else lines.push(part);
    isContinued = goesOn;
  }
  return lines;
}

function isComment(line: string): boolean {
  return line.startsWith('#') || line.startsWith(';');
}

/** Returns a value without quotes, and without a comment after it. */
export function plainValue(value: string): string {
  const quoted = /^(["'`])(.*)\1(?:\s+[#;].*)?$/.exec(value);
  if (quoted) return (quoted[2] ?? '').trim();
  const comment = value.search(/(?:^|\s)[#;]/);
  return (comment < 0 ? value : value.slice(0, comment)).trim();
}

/** Returns the entries of a comma-separated list. */
export function listedValues(value: string): string[] {
  return plainValue(value)
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
