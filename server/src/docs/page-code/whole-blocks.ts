/** The lines of a text without those between the first and the last line of its blocks. */
export interface LinesAndBlocks {
  lines: string[];
  inner: string[];
  /** The indexes in `lines` at which a block begins. */
  begins: Set<number>;
}

/**
 * Takes out what certainly spans several lines and ends there: fences, tags, scripts and modules in their ordinary
 * spellings. Returns undefined where it is unclear what a fence is.
 */
export function wholeBlocks(all: readonly string[], isMdx: boolean): LinesAndBlocks | undefined {
  const found: LinesAndBlocks = { lines: [], inner: [], begins: new Set() };
  let isInHtml = false;
  for (let index = 0; index < all.length; index += 1) {
    const line = all[index] ?? '';
    if (fenceBehindMark.test(line)) return undefined;
    const end = endOf(all, index, isMdx);
    // In Markdown, an HTML element prevents what follows it, up to an empty line, from being a fence.
    if (end === 'unknown' || (isInHtml && fence.test(line))) return undefined;
    isInHtml = !isMdx && line.trim() !== '' && (isInHtml || /^[ \t]*</.test(line));
    if (end === undefined) {
      found.lines.push(line);
    } else {
      addBlock(found, all, index, end);
      index = end;
    }
  }
  return found;
}

/** Adds a block from its first to its last line, which may be the same. */
function addBlock({ lines, inner, begins }: LinesAndBlocks, all: readonly string[], start: number, end: number): void {
  begins.add(lines.length);
  inner.push(all.slice(start + 1, end).join('\n'));
  lines.push(all[start] ?? '');
  if (end !== start) lines.push(all[end] ?? '');
}

/** A fence after the mark of an item or a quotation ends with that item or quotation, whatever closes it. */
const fenceBehindMark = /^[ \t]*(?:[->*+]|\d{1,9}[.)]).*(?:`{3}|~{3})/;

const fence = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})/;

/** How many lines at most are searched for the end of a block: each line may falsely begin one. */
const mostLines = 150;

/** Returns the index of the last line of the block that a line begins. */
function endOf(lines: readonly string[], start: number, isMdx: boolean): number | 'unknown' | undefined {
  const line = lines[start] ?? '';
  const opened = fence.exec(line);
  if (opened) return endOfFence(lines, start, { indent: opened[1] ?? '', mark: opened[2] ?? '' });
  if (/^[ \t]*<[A-Za-z][\w.]*$/.test(line)) return endOfTag(lines, start);
  if (isMdx) return /^export\b/.test(line) ? endOfModule(lines, start) : undefined;
  return /^<(?:script|style)(?:\s[^<>]*)?>$/.test(line) ? endOfScript(lines, start) : undefined;
}

/**
 * Returns the end of a fence. A less indented line ends the item around the fence, and the fence with it: `unknown`.
 */
function endOfFence(
  lines: readonly string[],
  start: number,
  { indent, mark }: { indent: string; mark: string },
): number | 'unknown' {
  for (let index = start + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const bare = line.trim();
    if (bare !== '' && !line.startsWith(indent)) return 'unknown';
    if (!bare.startsWith(mark) || bare !== mark.charAt(0).repeat(bare.length)) continue;
    return line.trimEnd() === indent + bare ? index : 'unknown';
  }
  return 'unknown';
}

/** Returns the line that closes a tag whose further lines are attributes. */
function endOfTag(lines: readonly string[], start: number): number | undefined {
  for (let index = start + 1; index < lines.length && index < start + mostLines; index += 1) {
    const match = attributes.exec(lines[index] ?? '');
    if (!match) return undefined;
    if (match[1] !== undefined) return index;
  }
  return undefined;
}

const attributes =
  /^(?:[ \t]+[\w@:.#-]+(?:=(?:"[^"<>{}`\\]*"|'[^'<>{}`\\]*'|\{[^{}<>"'`\\/]*\}))?){0,40}[ \t]*(\/?>)?$/;

/** Returns the line of the first end tag, if it is alone on its line and the braces before it are balanced. */
function endOfScript(lines: readonly string[], start: number): number | undefined {
  const name = /\w+/.exec(lines[start] ?? '')?.[0] ?? '';
  for (let index = start + 1; index < lines.length && index < start + mostLines; index += 1) {
    if (!(lines[index] ?? '').includes(`</${name}`)) continue;
    return lines[index] === `</${name}>` && isBalanced(lines.slice(start + 1, index).join('\n')) ? index : undefined;
  }
  return undefined;
}

/** Returns the last line before an empty line at which everything opened is closed. */
function endOfModule(lines: readonly string[], start: number): number | undefined {
  for (let index = start; index < lines.length && index < start + mostLines; index += 1) {
    if (/`|\/\*|\*\//.test(lines[index] ?? '')) return undefined;
    if ((lines[index + 1] ?? '').trim() !== '') continue;
    if (!/^[}\])]+;?$/.test(lines[index] ?? '')) continue;
    return isBalanced(lines.slice(start, index + 1).join('\n')) ? index : undefined;
  }
  return undefined;
}

function isBalanced(code: string): boolean {
  if (code.includes('`')) return false;
  return ['{}', '()', '[]'].every(([open = '', close = '']) => code.split(open).length === code.split(close).length);
}
