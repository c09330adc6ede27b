import type { Dialect, PageToken } from '../../parse/page-facts.ts';
import { tokenize } from '../../parse/tokens.ts';
import { isRunningAddress } from '../addresses.ts';
import { elementCode, type Attribute, type Element } from '../elements.ts';
import { htmlCode, readAttributes } from './html.ts';
import { addressPiece, type CodePiece } from '../piece.ts';
import { openBudget } from '../unreadable.ts';

/** What a page of Markdown shows apart from its samples of code. Both texts are as long as the page. */
export interface ShownPage {
  /** The page with its samples, escaped characters and front matter blanked. */
  shown: string;
  /**
   * The page with blanks only where Vue compiles nothing: VitePress 1.6 lets it compile samples within lines, indented
   * samples and addresses.
   */
  compiled: string;
  addresses: PageToken[];
}

/** Returns what a page of Markdown runs by HTML elements and addresses, without the notations of its kind. */
export function markdownCode(text: string, { shown, addresses }: ShownPage): CodePiece[] {
  return [
    ...htmlCode(shown),
    ...attributeLists(shown).flatMap(({ attributes, ...element }) =>
      elementCode({ ...element, attributes: attributes.filter(({ name }) => /^[\w@.-][\w:@.-]*$/.test(name)) }),
    ),
    ...addresses.flatMap((span) => addressCode(text, span)),
  ];
}

/**
 * Returns elements with the attributes that attribute lists set: `# Title {#id .class onclick="run()"}` gives them to
 * the heading. See vitepress.dev/guide/markdown, attribute lists of Python-Markdown, and kramdown's `{: title="a"}`. A
 * list ends at the first brace, or at the first outside quotation marks: generators differ, so both are read.
 */
export function attributeLists(text: string): Element[] {
  const budget = openBudget(text);
  const found: Element[] = [];
  let start = 0;
  // No list goes on behind an empty line.
  for (const block of text.split(/(?<=\n)(?=[ \t>]*\r?\n)/)) {
    const isPossible = block.includes('=') && block.includes('{');
    for (let open = isPossible ? block.indexOf('{') : -1; open !== -1; open = block.indexOf('{', open + 1)) {
      budget.spend(block.length - open);
      const attributes = listAt(block, open).filter(({ value }) => value !== undefined);
      const offset = start + open;
      if (attributes.length > 0)
        found.push({
          name: 'a',
          attributes: attributes.map(({ name, value }) => ({ name, value, offset })),
          offset,
          end: offset,
        });
    }
    start += block.length;
  }
  return found;
}

function listAt(block: string, open: number): Attribute[] {
  // kramdown's lists begin with `{:`. The colon of `{:title="a"}` may as well be Vue's.
  const [from, isMarked] = block.charAt(open + 1) === ':' ? [open + 2, true] : [open + 1, false];
  const whole = readAttributes(block, from, '}');
  const close = block.indexOf('}', from);
  const short =
    close === -1 || close === whole.end - 1 ? [] : readAttributes(block.slice(0, close), from, '}').attributes;
  const found = [...whole.attributes, ...short];
  if (!isMarked) return found;
  return found.flatMap((one) => [one, { ...one, name: `:${one.name}` }]);
}

/**
 * Reads a page. A fence in which a line of colons closes a container that was open before it ends there for some
 * generators, and what follows is no sample: none of it is blanked.
 */
export function readShown(text: string, dialect: Dialect): ShownPage {
  const samples: PageToken[] = [];
  const addresses: PageToken[] = [];
  for (const { enter, token } of tokenize(text, dialect)) {
    if (enter) continue;
    if (addressTypes.has(token.type)) addresses.push(token);
    if (sampleTypes.has(token.type)) samples.push(token);
  }
  const disputed = disputedFences(text, samples);
  const isOther = dialect === 'pymdown' || dialect === 'templates';
  const certain = samples.filter(
    (token) =>
      !disputed.has(token) &&
      !(isOther && isCutOff(text, token)) &&
      !(token.type === 'codeFenced' && isWithinTag(text, token)),
  );
  return {
    shown: blanked(text, certain),
    compiled: blanked(
      text,
      certain.filter(({ type }) => keptFromVue.has(type)),
    ),
    addresses,
  };
}

/**
 * Returns the fences that contain the line which closes a container that is open before them: some generators look for
 * that line before they look for fences.
 */
export function disputedFences(text: string, samples: readonly PageToken[]): Set<PageToken> {
  const found = new Set<PageToken>();
  let [done, open] = [0, 0];
  for (const fence of samples.filter(({ type }) => type === 'codeFenced').toSorted((a, b) => a.start - b.start)) {
    if (fence.start < done) continue;
    for (const { 1: name } of text.slice(done, fence.start).matchAll(container))
      open = Math.max(0, open + (name === '' ? -1 : 1));
    if (open > 0 && closesContainer.test(text.slice(fence.start, fence.end))) found.add(fence);
    done = fence.end;
  }
  return found;
}

/**
 * Returns whether Python-Markdown and kramdown take a sample for text: a fence that nothing closes, and code within
 * lines that goes on behind an element.
 */
function isCutOff(text: string, { type, start, end }: PageToken): boolean {
  const source = text.slice(start, end);
  if (type === 'codeText') return /\n[ \t]*</.test(source);
  return type === 'codeFenced' && !/\n[ \t>]*(?:`{3,}|~{3,})[ \t]*\r?\n?$/.test(source);
}

/** Returns whether a fence begins within the tag of a component over several lines: VitePress ends such a block earlier. */
function isWithinTag(text: string, { start }: PageToken): boolean {
  const block = text.slice(text.lastIndexOf('\n\n', start) + 1, start);
  const open = /^[ \t>]*<(?:[A-Z]|[a-z]\w*-)[^\n]*$/m.exec(block);
  return open !== null && !/^[ \t>]*<[^"'>]*(?:"[^"\n]*"[^"'>]*|'[^'\n]*'[^"'>]*)*>/.test(block.slice(open.index));
}

/** Returns whether a fence has a line that is less indented: it ends a field or a definition of MyST around the fence. */
export function isOutdented(text: string, { start, end }: PageToken): boolean {
  const indent = /(?:^|\n)([ \t]*)$/.exec(text.slice(Math.max(0, start - 1_000), start))?.[1]?.length ?? 0;
  if (indent === 0) return false;
  return text
    .slice(start, end)
    .split('\n')
    .some((line, index) => index > 0 && line.trim() !== '' && line.search(/\S/) < indent);
}

/** `:::tip` opens a container, and `:::` closes one. */
const container = /^[ \t>*+-]*:{3,}[ \t]*(\S?)/gm;
const closesContainer = /^[ \t>]*:{3,}[ \t]*\r?$/m;

export function blanked(text: string, spans: readonly PageToken[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < done) continue;
    pieces.push(text.slice(done, start), text.slice(start, end).replace(/[^\r\n]/g, ' '));
    done = end;
  }
  return pieces.join('') + text.slice(done);
}

const keptFromVue = new Set(['codeFenced', 'yaml', 'toml']);
const sampleTypes = new Set([...keptFromVue, 'codeText', 'codeIndented', 'autolink', 'characterEscape']);
const addressTypes = new Set(['resourceDestinationString', 'definitionDestinationString', 'autolinkProtocol']);

function addressCode(text: string, { start, end }: PageToken): CodePiece[] {
  const address = text.slice(start, end);
  if (!isRunningAddress(address)) return [];
  return [addressPiece(address, start)];
}

/** Returns the running addresses in formulas, `\\href{javascript:…}`, which MathJax turns into links. */
export function formulaAddresses(text: string): CodePiece[] {
  if (!/\\(?:href|url)\b/.test(text)) return [];
  return [...text.matchAll(/\\(?:href|url)\s*\{([^{}]*)\}/g)].flatMap(({ 0: { length }, 1: address = '', index }) =>
    addressCode(text, { type: 'formula', start: index + length - 1 - address.length, end: index + length - 1 }),
  );
}
