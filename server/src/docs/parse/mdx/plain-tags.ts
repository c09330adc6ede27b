/** A tag in an ordinary spelling. */
export interface PlainTag {
  name: string;
  kind: 'open' | 'close' | 'empty';
}

/** The content of a line without its code. */
export type PlainLine =
  /** Only tags and expressions, which make a block of their own. */
  | { kind: 'block'; tags: PlainTag[] }
  /** A tag that continues on the next line. */
  | { kind: 'unfinished'; name: string }
  /** Text whose tags are all balanced. */
  | { kind: 'text' };

const name = String.raw`[A-Za-z]\w*(?:(?:\.[A-Za-z]\w*)+|(?:-\w+)*)`;
const value = String.raw`"[^"|]*"|'[^'|]*'|\{(?:-?[1-9]\d{0,9}|0|true|false|"[^"\\{}|]*"|'[^'\\{}|]*')\}`;
const attributes = String.raw`(?:[ \t]+[A-Za-z_][\w-]*(?:=(?:${value}))?)*`;
const tagPattern = new RegExp(
  String.raw`<(?:/(?<close>${name})|(?<open>${name})${attributes})[ \t]*(?<empty>/?)>`,
  'y',
);
const unfinishedPattern = new RegExp(String.raw`^<(${name})${attributes}[ \t]*$`);
const continuedPattern = new RegExp(String.raw`^${attributes}[ \t]*(?:(/?)>)?[ \t]*$`);

/**
 * Ordinary expressions: `{/* … *\/}`, `<!-- … -->` (which site generators convert to it), `{props.name}` and `{Name}`.
 */
const expressionPattern =
  /\{\/\*[^*{}]*\*\/\}|<!--[^-*{}<>]*-->|\{(?:props|frontMatter|[A-Z]\w*)(?:\.[A-Za-z_]\w*)*\}/y;

/** Reads a line that has `<` or `{`; returns undefined if anything in it has an unusual spelling. */
export function readPlainLine(line: string): PlainLine | undefined {
  const trimmed = line.trim();
  const unfinished = unfinishedPattern.exec(trimmed)?.[1];
  if (unfinished !== undefined) return { kind: 'unfinished', name: unfinished };
  const tags: PlainTag[] = [];
  const open: string[] = [];
  let isText = false;
  let isBalanced = true;
  for (let at = 0; at < trimmed.length;) {
    const tag = readTag(trimmed, at);
    if (tag) {
      tags.push(tag);
      at = tagPattern.lastIndex;
      if (!nest(open, tag)) isBalanced = false;
      continue;
    }
    expressionPattern.lastIndex = at;
    if (expressionPattern.test(trimmed)) {
      at = expressionPattern.lastIndex;
      continue;
    }
    const character = trimmed[at] ?? '';
    if ('<{}'.includes(character)) return undefined;
    isText ||= !' \t'.includes(character);
    if (mayCross(open, character)) isBalanced = false;
    at += 1;
  }
  if (!isText) return { kind: 'block', tags };
  return isBalanced && open.length === 0 ? { kind: 'text' } : undefined;
}

/**
 * Returns how a tag that began on an earlier line continues: it ends, or goes on (`unfinished`). Returns undefined for
 * an unusual spelling.
 */
export function continuePlainTag(line: string): 'open' | 'empty' | 'unfinished' | undefined {
  const match = continuedPattern.exec(` ${line.trim()}`);
  if (!match) return undefined;
  if (match[1] === undefined) return 'unfinished';
  return match[1] === '/' ? 'empty' : 'open';
}

/** What a mark of emphasis, a link or a table cell begins may end within an open tag, or the reverse. */
function mayCross(open: readonly string[], character: string): boolean {
  return open.length > 0 && '*_[]~|!'.includes(character);
}

/** Adds an opening tag to the open ones, or removes the last one; returns false if it is not the one that closes. */
function nest(open: string[], { name: tag, kind }: PlainTag): boolean {
  if (kind === 'open') open.push(tag);
  return kind !== 'close' || open.pop() === tag;
}

function readTag(line: string, at: number): PlainTag | undefined {
  tagPattern.lastIndex = at;
  const groups = tagPattern.exec(line)?.groups;
  if (!groups) return undefined;
  if (groups['close'] !== undefined) return groups['empty'] ? undefined : { name: groups['close'], kind: 'close' };
  return { name: groups['open'] ?? '', kind: groups['empty'] ? 'empty' : 'open' };
}
