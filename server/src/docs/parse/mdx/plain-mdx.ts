import { visitLinesOutsideFences } from '../fences.ts';
import { openContainers, type PlainBeginning, type PlainContainer } from './plain-containers.ts';
import { plainImports } from './plain-imports.ts';
import { continuePlainTag, readPlainLine, type PlainTag } from './plain-tags.ts';

/**
 * Returns whether a text is certainly MDX, without parsing it: a parse of a 5 KB page takes 2.5 ms, this a fiftieth of
 * that. It knows the ordinary spellings (tags on lines of their own or within one line, attributes that are strings or
 * simple values, plain imports) and returns false for all others, most of which are MDX too.
 */
export function isSurelyMdx(text: string, bodyStart: number): boolean {
  if (mayMislead.test(text) || (bodyStart === 0 && /^\ufeff?(?:---|\+\+\+)/.test(text))) return false;
  const page = openPage();
  let next = bodyStart;
  let sure = true;
  visitLinesOutsideFences(text, (start, end) => {
    if (!sure || start < bodyStart) return;
    if (start > next) sure = page.fence(text.slice(next, start));
    if (sure) sure = page.line(text.slice(start, end).replace(/\r$/, ''));
    next = end + 1;
  });
  const tail = text.slice(next);
  if (sure && tail !== '') sure = page.fence(tail);
  return sure && page.isWhole();
}

/**
 * Where lines alone mislead. A footnote continues in lines indented by four, where what looks like a fence is text.
 * Lists within quotations, and lists whose first line begins another list or is empty, end by rules that lines alone do
 * not show.
 */
const mayMislead =
  /^[ \t>*+-]*\[\^[^\]\n]{1,200}\]:|^[ \t]*(?:>[ \t>]*|[-*+][ \t]+|\d{1,9}[.)][ \t]+)(?:[-*+]|\d{1,9}[.)]|>)(?:[ \t]|$)|^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]*$/m;

/** What the preceding line was: what follows a paragraph may belong to it. */
type Previous = 'blank' | 'paragraph' | 'import' | 'block';

function openPage() {
  const containers = openContainers();
  const open: { name: string; within: PlainContainer | undefined }[] = [];
  const imports = plainImports();
  let previous: Previous = 'blank';
  let unfinished: string | undefined;
  /** Whether the paragraph has a backtick that may begin or end code on another line. */
  let hasLooseBacktick = false;
  /** Whether the paragraph began in a quotation, which it then continues without the mark. */
  let isQuoted = false;

  return { line, fence, isWhole: () => open.length === 0 && unfinished === undefined };

  function line(source: string): boolean {
    if (source.trim() === '') return blank();
    if (unfinished !== undefined) return continueTag(unfinished, source);
    if (/^(?:import|export)\b/.test(source)) return importLine(source);
    if (previous === 'import') return false;
    const indent = source.search(/[^ ]/);
    if (source[indent] === '\t') return oddIndent(source);
    const bare = source.slice(indent);
    if (/^([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(bare)) return block(indent);
    const begun = containers.begin(bare, indent, previous === 'paragraph');
    if (begun.isItem) previous = 'blank';
    return open.every(({ within }) => containers.has(within)) && content(begun);
  }

  function content({ rest: source, indent, isItem }: PlainBeginning): boolean {
    const exposed = withoutCode(source);
    if (exposed === undefined) return false;
    if (!/[<{]/.test(exposed)) return text(exposed, indent);
    if (/^>|^\[[^\]]*\]:|\]\(<|["']\s*\)/.test(exposed)) return false;
    const read = readPlainLine(isItem ? exposed : exposed.replace(/^(#[^{]*)\{#[^{}<>]*\}/, '$1'));
    if (!read) return false;
    if (read.kind === 'text') return text(exposed, indent);
    const isApart = previous === 'blank' || (containers.top() === undefined && !isQuoted);
    if (!block(indent) || !containers.isCertain()) return false;
    if (read.kind === 'block') return read.tags.every(apply);
    unfinished = read.name;
    return isApart && containers.top() === undefined;
  }

  function blank(): boolean {
    previous = 'blank';
    hasLooseBacktick = false;
    isQuoted = false;
    return unfinished === undefined;
  }

  /** Ends the paragraph, and all list items that are indented more deeply. */
  function block(indent: number): boolean {
    containers.leave(indent);
    previous = 'block';
    hasLooseBacktick = false;
    isQuoted = false;
    return open.every(({ within }) => containers.has(within));
  }

  function text(exposed: string, indent: number): boolean {
    if (/^#{1,6}(?:[ \t]|$)/.test(exposed)) return block(indent);
    if (previous === 'paragraph') containers.leavePerhaps(indent);
    else containers.leave(indent);
    previous = 'paragraph';
    isQuoted ||= exposed.startsWith('>');
    return open.every(({ within }) => containers.has(within));
  }

  function oddIndent(source: string): boolean {
    containers.doubt();
    previous = 'paragraph';
    hasLooseBacktick ||= source.includes('`');
    return !/[<{]/.test(source);
  }

  function importLine(source: string): boolean {
    const isApart = previous === 'blank' || previous === 'import';
    previous = 'import';
    containers.leave(0);
    return isApart && open.length === 0 && imports.add(source);
  }

  function fence(source: string): boolean {
    const indent = source.search(/[^ ]/);
    if (indent === -1 || !'`~'.includes(source[indent] ?? '') || unfinished !== undefined || previous === 'import')
      return false;
    // After the mark of a list item or a quotation, what looks like the end of a fence is none, and another fence may
    // begin.
    if (/\n[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])[^\n]*(?:`{3}|~{3})/.test(source)) return false;
    if (!block(indent)) return false;
    const inner = containers.top()?.offset ?? 0;
    // A less indented line ends the list item, and the fence with it.
    return inner === 0 || source.split('\n').every((row) => row.trim() === '' || row.search(/[^ ]/) >= inner);
  }

  function continueTag(name: string, source: string): boolean {
    const how = continuePlainTag(source);
    if (how === undefined) return false;
    if (how === 'unfinished') return true;
    unfinished = undefined;
    return apply({ name, kind: how });
  }

  function apply({ name, kind }: PlainTag): boolean {
    if (kind === 'open') open.push({ name, within: containers.top() });
    if (kind !== 'close') return true;
    const last = open.pop();
    return last?.name === name && last.within === containers.top();
  }

  /** Returns the line with a letter for each span of code; undefined if it is unclear what is code. */
  function withoutCode(source: string): string | undefined {
    const matters = /[<{]/.test(source);
    if (!source.includes('`') && !source.includes('\\')) return hasLooseBacktick && matters ? undefined : source;
    let isOdd = hasLooseBacktick || source.includes('``') || source.includes('\\`');
    const exposed = source.replace(/`([^`]+)`/g, (_, code: string) => {
      isOdd ||= code.includes('|') && /[<{]/.test(code);
      return 'x';
    });
    hasLooseBacktick ||= isOdd || exposed.includes('`');
    if (hasLooseBacktick) return matters ? undefined : exposed;
    return withoutEscapes(exposed);
  }
}

function withoutEscapes(exposed: string): string | undefined {
  if (!exposed.includes('\\') || !/[<{]/.test(exposed)) return exposed;
  const plain = exposed.replace(/\\([<>{}])|\\\\/g, (pair, mark: string | undefined) =>
    mark === undefined ? pair : 'x',
  );
  return plain.includes('\\') ? undefined : plain;
}
