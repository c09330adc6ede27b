import { createHash } from 'node:crypto';
import { scanOutline, scanRoughly, type OutlineFacts, type RoughFacts } from './candidates.ts';
import type { Literal } from './literal/literal.ts';
import { absurdNesting, maximumPageBytes } from './parse/limits.ts';
import type { Dialect, PageFacts } from './parse/page-facts.ts';
import type { ParsePool } from './parse-pool.ts';
import type { LiteralLanguage, ParseAnswer, ParseTask } from './parse-worker.ts';
import type { DocsTree } from './tree.ts';
import { openWeightedCache } from './weighted-cache.ts';

/** A fact, or why there is none, as the end of "… because …". */
export type Known<T> =
  | { kind: 'known'; value: T }
  | { kind: 'refused'; message: string; /** Whether the text is surely at fault. */ broken?: boolean };

/** What is known of files, by the id of their content: equal bytes are read and parsed once. */
export interface Facts {
  /** The text of a file: refused when it is no UTF-8, has NUL characters or is over the limit for pages. */
  text(tree: DocsTree, path: string): Promise<Known<string>>;
  rough(tree: DocsTree, path: string): Promise<Known<RoughFacts>>;
  /** The same when it is remembered: looking at thousands of pages is several times quicker without waiting. */
  roughIfRemembered(tree: DocsTree, path: string): Known<RoughFacts> | undefined;
  outline(tree: DocsTree, path: string): Promise<Known<OutlineFacts>>;
  page(tree: DocsTree, path: string, dialect: Dialect): Promise<Known<PageFacts>>;
  /** `exported` names what a module exports; its default export where absent. */
  literal(tree: DocsTree, path: string, language: LiteralLanguage, exported?: string): Promise<Known<Literal>>;
  /** Parses a text that need not be in a tree; remembered as the page that has it. */
  parse(text: string, dialect: Dialect): Promise<Known<PageFacts>>;
  /** Has a parser thread look at a text; nothing is remembered. */
  run(task: ParseTask): Promise<ParseAnswer>;
}

export function openFacts(pool: ParsePool, maximumBytes: number): Facts {
  const cache = openWeightedCache<Known<unknown>>(maximumBytes);
  const facts: Facts = {
    text: readText,
    rough,
    roughIfRemembered,
    outline,
    page,
    literal,
    parse,
    run: (task) => pool.run(task),
  };
  return facts;

  async function rough(tree: DocsTree, path: string): Promise<Known<RoughFacts>> {
    return remembered(`rough ${blobOf(tree, path)}`, weighRough, async () => {
      const text = await readText(tree, path);
      return text.kind === 'known' ? { kind: 'known', value: scanRoughly(text.value) } : text;
    });
  }

  function roughIfRemembered(tree: DocsTree, path: string): Known<RoughFacts> | undefined {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key's first word says what is stored under it
    return cache.peek(`rough ${blobOf(tree, path)}`) as Known<RoughFacts> | undefined;
  }

  async function outline(tree: DocsTree, path: string): Promise<Known<OutlineFacts>> {
    return remembered(`outline ${blobOf(tree, path)}`, weighOutline, async () => {
      const text = await readText(tree, path);
      return text.kind === 'known' ? { kind: 'known', value: scanOutline(text.value) } : text;
    });
  }

  async function page(tree: DocsTree, path: string, dialect: Dialect): Promise<Known<PageFacts>> {
    return remembered(`${dialect} ${blobOf(tree, path)}`, weighPage, async () => {
      const text = await readText(tree, path);
      return text.kind === 'known' ? parseAnew(text.value, dialect) : text;
    });
  }

  async function literal(
    tree: DocsTree,
    path: string,
    language: LiteralLanguage,
    exported = 'default',
  ): Promise<Known<Literal>> {
    return remembered(`${language} ${exported} ${blobOf(tree, path)}`, weighLiteral, async () => {
      const text = await readText(tree, path);
      if (text.kind === 'refused') return text;
      const answer = await pool.run({ kind: 'literal', text: text.value, language, exported });
      if (answer.kind === 'literal') return { kind: 'known', value: answer.literal };
      return answer.kind === 'refused' ? answer : { kind: 'refused', message: 'it cannot be parsed' };
    });
  }

  async function parse(text: string, dialect: Dialect): Promise<Known<PageFacts>> {
    return remembered(`${dialect} ${blobId(text)}`, weighPage, () => parseAnew(text, dialect));
  }

  async function parseAnew(text: string, dialect: Dialect): Promise<Known<PageFacts>> {
    if (text.length > maximumPageBytes) return { kind: 'refused', message: tooLarge };
    const nesting = absurdNesting(text);
    if (nesting) return { kind: 'refused', message: `it has ${nesting}` };
    const answer = await pool.run({ kind: 'page', text, dialect });
    if (answer.kind === 'page') return { kind: 'known', value: answer.facts };
    return { kind: 'refused', message: answer.kind === 'refused' ? answer.message : 'it cannot be parsed' };
  }

  function remembered<T>(key: string, weigh: (value: T) => number, make: () => Promise<Known<T>>): Promise<Known<T>> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key's first word says what is stored under it
    return cache.remember(key, make, (known) => (known.kind === 'known' ? weigh(known.value as T) : 200)) as Promise<
      Known<T>
    >;
  }
}

const tooLarge = `it is over ${maximumPageBytes.toLocaleString('en')} bytes, the most that is parsed`;

async function readText(tree: DocsTree, path: string): Promise<Known<string>> {
  if (tree.entry(path)?.kind !== 'file') return { kind: 'refused', message: 'it is no regular file' };
  const bytes = await tree.read(path).catch(() => undefined);
  if (!bytes || bytes.byteLength > maximumPageBytes) return { kind: 'refused', message: tooLarge };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? { kind: 'refused', message: 'it is binary' } : { kind: 'known', value: text };
  } catch {
    return { kind: 'refused', message: 'it is not UTF-8' };
  }
}

/** The id that git gives a file with this text. */
function blobId(text: string): string {
  const bytes = Buffer.from(text);
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function blobOf(tree: DocsTree, path: string): string {
  return tree.entry(path)?.blob ?? '';
}

function weighRough({ targets, frontMatter }: RoughFacts): number {
  return 400 + targets.length + Object.keys(frontMatter).length * 120;
}

function weighOutline({ targets, headings }: OutlineFacts): number {
  return headings.reduce((sum, heading) => sum + heading.length + 60, 200 + targets.length);
}

function weighPage({ links, headings, code, references }: PageFacts): number {
  return 1_000 + links.length * 350 + headings.length * 250 + code.length * 60 + references.length * 200;
}

function weighLiteral({ start, end }: Literal): number {
  return 1_000 + (end - start) * 8;
}
