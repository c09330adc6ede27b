import type { Dialect } from '../../parse/page-facts.ts';
import type { Span } from '../../tree.ts';
import { openBudget } from '../unreadable.ts';

/** A part of a page that every reader of its dialect takes for a sample of code, or for an escaped sign. */
export interface Sample extends Span {
  kind: 'fence' | 'span' | 'escape';
  /** What stands behind the mark of a fence. */
  info: string;
  /** Where the first line of a fence ends; the start of anything else. */
  from: number;
}

/** What a page shows as samples. */
export interface Samples {
  certain: Sample[];
  /** Describes what around an offset may decide whether it is a sample. */
  contextAt: (offset: number) => string;
}

/** Hugo reads CommonMark, and templates in it. */
export type SampleDialect = Dialect | 'hugo';

/**
 * Returns the samples of a page in their plain spellings. Readers of Markdown differ in where samples begin and end:
 * within lists, quotations, elements, formulas, definitions, and behind marks without a partner. There nothing counts as a
 * sample, so that whatever one of them may take for live text is read as such. Indented code never counts: a list or a
 * definition turns it into text.
 * @throws UnreadableText if it takes too long.
 */
export function samplesOf(text: string, dialect: SampleDialect): Samples {
  return new SampleReader(text, dialect).read();
}

interface Line extends Span {
  text: string;
}

/** Whether a container of colons is open behind some lines: `unclear` where readers may differ. */
export type Containers = 'none' | 'open' | 'unclear';

/** Follows `:::tip`, which opens a container, and `:::`, which closes it. All but the plain spellings are unclear. */
export function containersAfter(before: Containers, line: string): Containers {
  if (!line.includes(':::') || before === 'unclear') return before;
  const [, mark = '', name = ''] = /^(:{3,})[ \t]*(.*)$/.exec(line.trimEnd()) ?? [];
  if (mark === '') return /^(?:[ \t>*+-]|\d+[.)]|\[\^[^\]]*\]:)*:{3,}/.test(line) ? 'unclear' : before;
  if (mark.length > 3 || (name !== '' && before === 'open')) return 'unclear';
  return name === '' ? 'none' : 'open';
}

class SampleReader {
  readonly #text: string;
  readonly #lines: Line[];
  /** Whether elements keep what is between their tags from being read, and fences must not be indented. */
  readonly #isStrict: boolean;
  readonly #dialect: SampleDialect;
  readonly #certain: Sample[] = [];
  readonly #states: { from: number; state: string }[] = [];
  readonly #budget: ReturnType<typeof openBudget>;
  /** What ends the part that is not read as Markdown. */
  #raw: string | undefined;
  /** Whether no fence is certain any more, since one before it has no certain end. */
  #isLost = false;
  /** Whether the current paragraph has a mark of code without a partner, or begins with an element. */
  #isUnclear = false;
  #isInFormula = false;
  #containers: Containers = 'none';
  /** The elements of blocks that are open, in the strict dialects. */
  readonly #open = new Map<string, number>();

  constructor(text: string, dialect: SampleDialect) {
    this.#text = text;
    this.#dialect = dialect;
    this.#isStrict = dialect === 'pymdown' || dialect === 'templates';
    this.#budget = openBudget(text);
    let start = 0;
    this.#lines = text.split('\n').map((line) => {
      const found = { text: line.replace(/\r$/, ''), start, end: start + line.length };
      start += line.length + 1;
      return found;
    });
  }

  read(): Samples {
    for (let index = 0; index < this.#lines.length; index += 1) index = this.#readLine(index);
    return { certain: this.#certain, contextAt: (offset) => this.#contextAt(offset) };
  }

  /** The open elements and containers, and the two lines above the block. */
  #contextAt(offset: number): string {
    let index = this.#lines.findLastIndex(({ start }) => start <= offset);
    const state = this.#states.findLast(({ from }) => from <= index)?.state ?? '';
    while (index > 0 && this.#lines[index - 1]?.text.trim() !== '') index -= 1;
    const above = this.#lines.slice(0, index).filter(({ text }) => text.trim() !== '');
    return [state, ...above.slice(-2).map(({ text }) => text.trimEnd())].join('\n');
  }

  /** Reads what begins at a line, and returns the index of its last line. */
  #readLine(index: number): number {
    const line = this.#lines[index];
    if (line === undefined) return index;
    this.#note(index);
    if (line.text.trim() === '') {
      this.#isUnclear = false;
      return index;
    }
    const [, indent = '', mark, info = ''] = /^([ \t>]*)(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line.text) ?? [];
    if (mark !== undefined && !this.#isLost) {
      const isHeld = this.#isHeld() || this.#isUnclear;
      const last = isHeld ? undefined : this.#endOfFence(index, indent, mark);
      if (last !== undefined && this.#beginsFence(index, { indent, info }) && this.#isOnlyCode(index, last, indent)) {
        this.#certain.push({
          kind: 'fence',
          start: line.start,
          end: this.#lines[last]?.end ?? 0,
          info,
          from: line.end,
        });
        return last;
      }
      // For some readers it is none. If it is indented as a whole, its marks begin nothing that goes on behind it.
      if (last !== undefined && indent !== '') {
        for (let inner = index; inner <= last; inner += 1) this.#follow(this.#lines[inner]?.text ?? '');
        return last;
      }
      this.#isLost = true;
    }
    this.#containers = containersAfter(this.#containers, line.text);
    const isHeld = this.#isHeld();
    if (!this.#isUnclear && /^[ \t>]*</.test(line.text)) this.#isUnclear = !this.#beginsText(line.text);
    const shown = isHeld || this.#isUnclear ? line.text : this.#readSpans(line);
    this.#follow(shown);
    return index;
  }

  #note(from: number): void {
    const state = [this.#raw ?? '', this.#isLost, this.#isInFormula, this.#containers, ...this.#open.keys()].join(' ');
    if (this.#states.at(-1)?.state !== state) this.#states.push({ from, state });
  }

  /** Whether an element, a comment or a formula around a line decides how it is read. */
  #isHeld(): boolean {
    return this.#raw !== undefined || this.#isInFormula || this.#open.size > 0;
  }

  /**
   * Returns the line that closes a fence for all readers; undefined if some see another end, or none. A line of colons
   * ends the container around it for some.
   */
  #endOfFence(index: number, indent: string, mark: string): number | undefined {
    for (let next = index + 1; next < this.#lines.length; next += 1) {
      const line = this.#lines[next]?.text ?? '';
      this.#budget.spend(1);
      const bare = line.replace(/^[ \t>]+/, '').trimEnd();
      if (bare === '') continue;
      if ((bare.startsWith(':::') && this.#containers !== 'none') || !line.startsWith(indent)) return undefined;
      if (!bare.startsWith(mark) || bare !== mark.charAt(0).repeat(bare.length)) continue;
      return line.replace(/ +$/, '') === indent + mark ? next : undefined;
    }
    return undefined;
  }

  #beginsFence(index: number, { indent, info }: { indent: string; info: string }): boolean {
    if (!(this.#isStrict ? strictInfo : plainInfo).test(info.trim())) return false;
    const before = this.#lines[index - 1]?.text ?? '';
    if (indent === '')
      return before.trim() === '' || (!this.#isStrict && !/^[ \t]*>/.test(before)) || before.startsWith('#');
    return !this.#isStrict && !/[\t>]/.test(indent) && (indent.length < 4 || this.#isInItem(index, indent.length));
  }

  /** Whether items of lists above a line contain what has its indentation, each within the next. */
  #isInItem(index: number, wanted: number): boolean {
    let [indent, line] = [wanted, index];
    while (indent > 0) {
      do {
        line -= 1;
        this.#budget.spend(1);
      } while (line >= 0 && indentOf(this.#lines[line]?.text ?? '') >= indent);
      const [, space = '', item = ''] =
        /^( *)((?:[-*+:]|\d{1,9}[.)]) {1,4})\S/.exec(this.#lines[line]?.text ?? '') ?? [];
      if (item === '' || indent < space.length + item.length || indent > space.length + item.length + 3) return false;
      indent = space.length;
    }
    return true;
  }

  /** Whether no line of a fence is for some readers a tag of a template, which may remove one of its marks. */
  #isOnlyCode(first: number, last: number, indent: string): boolean {
    const hasTags = this.#text.includes('{%') || this.#text.includes('#}');
    if (this.#dialect === 'myst' || (this.#dialect === 'markdown' && !hasTags)) return true;
    for (let index = first; index <= last; index += 1) {
      const line = this.#lines[index]?.text ?? '';
      this.#budget.spend(1);
      if (templateTag.test(line) || (line.trim() !== '' && indentOf(line) < indent.length)) return false;
    }
    return true;
  }

  /** Adds the spans and escaped signs of a line, and returns the line without them. */
  #readSpans(line: Line): string {
    const marks = /`+|\\</g;
    let shown = '';
    let done = 0;
    for (let match = marks.exec(line.text); match !== null; match = marks.exec(line.text)) {
      const { 0: mark, index } = match;
      shown += line.text.slice(done, index);
      done = index;
      const isEscaped = /(?<!\\)(?:\\\\)*\\$/.test(line.text.slice(Math.max(0, index - 50), index));
      if (mark === '\\<') {
        if (isEscaped || this.#dialect === 'pymdown' || this.#isUnclearBehind(shown)) continue;
        this.#add('escape', line, index, index + 2);
        done = index + 2;
        continue;
      }
      const close = closeOfSpan(line.text, index + mark.length, mark);
      this.#budget.spend((close ?? line.text.length) - index);
      if (close === undefined || isEscaped) {
        this.#isUnclear = true;
        break;
      }
      const inner = line.text.slice(index + mark.length, close);
      marks.lastIndex = close + mark.length;
      const isTrimmed = inner.trim() === inner || (mark.length > 1 && /^ \S(?:.*\S)? $/.test(inner));
      const isPlain =
        isTrimmed && !((this.#isStrict || this.#dialect === 'hugo') && this.#mayBeOther(inner, mark, shown));
      if (!isPlain || this.#isUnclearBehind(shown)) continue;
      this.#add('span', line, index, marks.lastIndex);
      done = marks.lastIndex;
    }
    return shown + line.text.slice(done);
  }

  /** Whether a line that begins with an element is a paragraph: one of a sentence, with words behind its tag. */
  #beginsText(line: string): boolean {
    const name = /^[ \t>]*<([A-Za-z]+)\b[^<>`]*>[ \t]*\S/.exec(line)?.[1] ?? '';
    return !this.#isStrict && inlineElements.has(name.toLowerCase());
  }

  /** Whether what is before a span or a sign on its line may make it anything else. */
  #isUnclearBehind(before: string): boolean {
    return unclearBefore.test(this.#isStrict ? before : before.replaceAll(/<[^<>`]*>/g, ''));
  }

  /** Whether templates, other marks or the text of a link may make a span anything else, in the strict dialects. */
  #mayBeOther(inner: string, mark: string, before: string): boolean {
    return templateTag.test(inner) || (mark.length === 1 && inner.includes('`')) || /\[[^\]]*$/.test(before);
  }

  #add(kind: Sample['kind'], line: Line, from: number, to: number): void {
    const start = line.start + from;
    this.#certain.push({ kind, start, end: line.start + to, info: '', from: start });
  }

  /** Follows what a line opens and closes that keeps others from being read as Markdown. */
  #follow(line: string): void {
    if (this.#raw !== undefined) {
      const end = line.toLowerCase().indexOf(this.#raw);
      if (end === -1) return;
      this.#raw = undefined;
      this.#follow(line.slice(end + 1));
      return;
    }
    if ((line.split('$$').length - 1) % 2 === 1) this.#isInFormula = !this.#isInFormula;
    if (/^[ \t>]*\\begin\{/.test(line)) this.#isInFormula = true;
    if (/\\end\{/.test(line)) this.#isInFormula = false;
    if (!line.includes('<')) return;
    for (const { 0: open, 1: element = '', index } of line.matchAll(opensRaw)) {
      const close = element === '' ? endOfMarkup(open) : `</${element.toLowerCase()}`;
      if (line.toLowerCase().includes(close, index + open.length)) continue;
      this.#raw = close;
      return;
    }
    if (this.#isStrict) this.#count(line);
  }

  #count(line: string): void {
    for (const { 1: slash, 2: written = '', 3: isEmpty } of line.matchAll(
      /<(\/?)([A-Za-z][\w-]*)\b[^<>]*?(\/?)(?:>|$)/g,
    )) {
      const name = written.toLowerCase();
      if (emptyElements.has(name) || isEmpty === '/' || (inlineElements.has(name) && !/^[ \t>]*</.test(line))) continue;
      const depth = (this.#open.get(name) ?? 0) + (slash === '/' ? -1 : 1);
      if (depth > 0) this.#open.set(name, depth);
      else this.#open.delete(name);
    }
  }
}

/** What stands behind the mark of a fence: a language, and options whose values are in quotation marks or plain words. */
const plainInfo =
  /^(?:\{[\w:+-]+\}[^`"'<>{}]*|(?:(?:[\w+#.:/,@&!?*()-]+|[\w-]+=(?:"[^"<>\\`]*"|'[^'<>\\`]*'|[\w./:,-]+)|\{(?:[\w\s,.#:/=-]|"[^"<>\\`]*")*\}|\[[^[\]<>`"']*\])(?:[ \t]+|$|(?=[{[])))*)$/;
/** Readers that know fences by an extension take any other first line for text. */
const strictInfo = /^(?:[\w+#.-]*(?:[ \t]+(?:title|hl_lines|linenums)="[^"<>\\`]*")*|\{[ ]*\.[\w-]+[ ]*\})$/;

const templateTag = /\{%|\{\{[<%](?!\/\*)|\{::|\{:\/|\{#|#\}/;

/** What before a span or a sign on its line may make it anything else: formulas, elements, templates, links, escapes. */
const unclearBefore = /[\\$<{]|\]\([^)]*$|\]:/;

const opensRaw =
  /<(?:!--|!\[|[!?]|(pre|script|style|textarea|title|xmp|iframe|noembed|noframes|noscript|plaintext|svg|math)\b)/gi;

function endOfMarkup(open: string): string {
  if (open === '<!--') return '-->';
  return open === '<![' ? ']]>' : open === '<?' ? '?>' : '>';
}

const emptyElements = new Set('br hr img input link meta wbr col source track embed'.split(' '));
const inlineElements = new Set(
  (
    'a abbr b bdi bdo br cite code data del dfn em font hr i img input ins kbd label link mark meta q s samp small source span strike ' +
    'strong sub sup time track tt u var wbr'
  ).split(' '),
);

function closeOfSpan(text: string, from: number, mark: string): number | undefined {
  const runs = /`+/g;
  runs.lastIndex = from;
  for (let run = runs.exec(text); run !== null; run = runs.exec(text)) if (run[0] === mark) return run.index;
  return undefined;
}

function indentOf(line: string): number {
  const indent = line.search(/\S/);
  return indent === -1 ? Number.POSITIVE_INFINITY : indent;
}
