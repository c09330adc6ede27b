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
  const page = new PlainPage();
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

/** A page, line by line. Each method returns false when the page is not surely MDX. */
class PlainPage {
  readonly #containers = openContainers();
  readonly #open: { name: string; within: PlainContainer | undefined }[] = [];
  readonly #imports = plainImports();
  #previous: Previous = 'blank';
  #unfinished: string | undefined;
  /** Whether the paragraph has a backtick that may begin or end code on another line. */
  #hasLooseBacktick = false;
  /** Whether the paragraph began in a quotation, which it then continues without the mark. */
  #isQuoted = false;

  isWhole(): boolean {
    return this.#open.length === 0 && this.#unfinished === undefined;
  }

  line(source: string): boolean {
    if (source.trim() === '') return this.#blank();
    if (this.#unfinished !== undefined) return this.#continueTag(this.#unfinished, source);
    if (/^(?:import|export)\b/.test(source)) return this.#importLine(source);
    return this.#previous !== 'import' && this.#markdownLine(source);
  }

  fence(source: string): boolean {
    const indent = source.search(/[^ ]/);
    if (indent === -1 || !'`~'.includes(source[indent] ?? '')) return false;
    if (this.#unfinished !== undefined || this.#previous === 'import') return false;
    // After the mark of a list item or a quotation, what looks like the end of a fence is none, and another fence may
    // begin.
    if (/\n[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])[^\n]*(?:`{3}|~{3})/.test(source)) return false;
    if (!this.#block(indent)) return false;
    const inner = this.#containers.top()?.offset ?? 0;
    // A less indented line ends the list item, and the fence with it.
    return inner === 0 || source.split('\n').every((row) => row.trim() === '' || row.search(/[^ ]/) >= inner);
  }

  #blank(): boolean {
    this.#previous = 'blank';
    this.#hasLooseBacktick = false;
    this.#isQuoted = false;
    return this.#unfinished === undefined;
  }

  #continueTag(name: string, source: string): boolean {
    const how = continuePlainTag(source);
    if (how === undefined) return false;
    if (how === 'unfinished') return true;
    this.#unfinished = undefined;
    return this.#apply({ name, kind: how });
  }

  #importLine(source: string): boolean {
    const isApart = this.#previous === 'blank' || this.#previous === 'import';
    this.#previous = 'import';
    this.#containers.leave(0);
    return isApart && this.#open.length === 0 && this.#imports.add(source);
  }

  #markdownLine(source: string): boolean {
    const indent = source.search(/[^ ]/);
    if (source[indent] === '\t') return this.#oddIndent(source);
    const bare = source.slice(indent);
    if (/^([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(bare)) return this.#block(indent);
    const begun = this.#containers.begin(bare, indent, this.#previous === 'paragraph');
    if (begun.isItem) this.#previous = 'blank';
    return this.#holdsOpenTags() && this.#content(begun);
  }

  #oddIndent(source: string): boolean {
    this.#containers.doubt();
    this.#previous = 'paragraph';
    this.#hasLooseBacktick ||= source.includes('`');
    return !/[<{]/.test(source);
  }

  #content({ rest: source, indent, isItem }: PlainBeginning): boolean {
    const exposed = this.#withoutCode(source);
    if (exposed === undefined) return false;
    if (!/[<{]/.test(exposed)) return this.#text(exposed, indent);
    if (/^>|^\[[^\]]*\]:|\]\(<|["']\s*\)/.test(exposed)) return false;
    const read = readPlainLine(isItem ? exposed : exposed.replace(/^(#[^{]*)\{#[^{}<>]*\}/, '$1'));
    if (!read) return false;
    if (read.kind === 'text') return this.#text(exposed, indent);
    const isApart = this.#isApart();
    if (!this.#block(indent) || !this.#containers.isCertain()) return false;
    if (read.kind === 'block') return read.tags.every((tag) => this.#apply(tag));
    this.#unfinished = read.name;
    return isApart && this.#containers.top() === undefined;
  }

  /** Returns whether nothing above the line may continue into it. */
  #isApart(): boolean {
    return this.#previous === 'blank' || (this.#containers.top() === undefined && !this.#isQuoted);
  }

  /** Returns the line with a letter for each span of code; undefined if it is unclear what is code. */
  #withoutCode(source: string): string | undefined {
    const matters = /[<{]/.test(source);
    if (!source.includes('`') && !source.includes('\\')) {
      return this.#hasLooseBacktick && matters ? undefined : source;
    }
    let isOdd = this.#hasLooseBacktick || source.includes('``') || source.includes('\\`');
    const exposed = source.replace(/`([^`]+)`/g, (_, code: string) => {
      isOdd ||= code.includes('|') && /[<{]/.test(code);
      return 'x';
    });
    this.#hasLooseBacktick ||= isOdd || exposed.includes('`');
    if (this.#hasLooseBacktick) return matters ? undefined : exposed;
    return withoutEscapes(exposed);
  }

  #text(exposed: string, indent: number): boolean {
    if (/^#{1,6}(?:[ \t]|$)/.test(exposed)) return this.#block(indent);
    if (this.#previous === 'paragraph') this.#containers.leavePerhaps(indent);
    else this.#containers.leave(indent);
    this.#previous = 'paragraph';
    this.#isQuoted ||= exposed.startsWith('>');
    return this.#holdsOpenTags();
  }

  /** Ends the paragraph, and all list items that are indented more deeply. */
  #block(indent: number): boolean {
    this.#containers.leave(indent);
    this.#previous = 'block';
    this.#hasLooseBacktick = false;
    this.#isQuoted = false;
    return this.#holdsOpenTags();
  }

  /** Returns whether no list item or quotation has ended in which a tag is still open. */
  #holdsOpenTags(): boolean {
    return this.#open.every(({ within }) => this.#containers.has(within));
  }

  #apply({ name, kind }: PlainTag): boolean {
    if (kind === 'open') this.#open.push({ name, within: this.#containers.top() });
    if (kind !== 'close') return true;
    const last = this.#open.pop();
    return last?.name === name && last.within === this.#containers.top();
  }
}

function withoutEscapes(exposed: string): string | undefined {
  if (!exposed.includes('\\') || !/[<{]/.test(exposed)) return exposed;
  const plain = exposed.replace(/\\([<>{}])|\\\\/g, (pair, mark: string | undefined) =>
    mark === undefined ? pair : 'x',
  );
  return plain.includes('\\') ? undefined : plain;
}
