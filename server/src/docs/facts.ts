import { blobId } from './blob-id.ts';
import type { OutlineFacts, RoughFacts } from './compare/candidates.ts';
import type { Known } from './known.ts';
import type { Literal } from './literal/literal.ts';
import { codeNotations } from './page-code/code-rules.ts';
import type { CodePiece } from './page-code/piece.ts';
import type { CodeQuestion } from './page-code/code-rules.ts';
import { extensionOf } from './text/paths.ts';
import type { PageFinding } from './readers/page-findings.ts';
import { absurdNesting, maximumLiteralBytes, maximumPageBytes } from './parse/limits.ts';
import type { Dialect, PageFacts } from './parse/page-facts.ts';
import type { ParsePool } from './parse-pool.ts';
import type { LiteralLanguage, ParseAnswer, ParseTask } from './parse-worker.ts';
import type { RecordStore } from './sketch/record-store.ts';
import { openSketches, type Sketches } from './sketch/sketches.ts';
import { decodeText, tooLarge } from './text/text.ts';
import type { DocsTree } from './tree.ts';
import { openWeightedCache, type WeightedCache } from './weighted-cache.ts';

export type { Known } from './known.ts';

/** Cached facts about files, by the id of their content: equal bytes are read and parsed once. */
export interface Facts {
  /** Returns the text of a file; refused if it is not UTF-8, has NUL characters or exceeds the limit for pages. */
  text(tree: DocsTree, path: string): Promise<Known<string>>;
  rough(tree: DocsTree, path: string): Promise<Known<RoughFacts>>;
  /** Returns the same if it is cached: without waiting, a pass over thousands of pages is several times faster. */
  cachedRough(tree: DocsTree, path: string): Known<RoughFacts> | undefined;
  outline(tree: DocsTree, path: string): Promise<Known<OutlineFacts>>;
  cachedOutline(tree: DocsTree, path: string): Known<OutlineFacts> | undefined;
  /**
   * Caches the rough facts and outlines of many files: one by one they cost several times as much. Callers that will
   * look at a whole site should begin with this. `onProgress` receives how many of `paths` are ready.
   */
  prepare(tree: DocsTree, paths: readonly string[], onProgress?: (done: number) => void): Promise<void>;
  page(tree: DocsTree, path: string, dialect: Dialect): Promise<Known<PageFacts>>;
  /** Reads a literal. `exported` is the name of a module's export. Default: its default export. */
  literal(tree: DocsTree, path: string, language: LiteralLanguage, exported?: string): Promise<Known<Literal>>;
  /** Returns what `make` derives from a file's text, cached by its content under `name`. */
  digest(tree: DocsTree, path: string, name: string, make: (text: string) => string): Promise<Known<string>>;
  /** Parses a text that need not be in a tree. The result is shared with a page of the same text. */
  parse(text: string, dialect: Dialect): Promise<Known<PageFacts>>;
  /**
   * Returns what a file of the docs runs, by the rules of its kind of site. It is cached, because a change is judged
   * more than once.
   */
  code(tree: DocsTree, path: string, question: Omit<CodeQuestion, 'text'>): Promise<Known<CodePiece[]>>;
  /** Returns how AI readers get a page, without its text. */
  readability(tree: DocsTree, path: string, dialect: Dialect): Promise<Known<PageReadability>>;
  /** Runs a task in a parser thread; the result is not cached. */
  run(task: ParseTask): Promise<ParseAnswer>;
}

/** The length of a page as AI readers get it, in UTF-16 code units, and what makes it harder to read for them. */
export interface PageReadability {
  characters: number;
  findings: PageFinding[];
}

export interface FactsOptions {
  pool: ParsePool;
  /** Where rough facts and outlines are stored on disk. Default: nowhere. */
  store?: RecordStore | undefined;
  /** The estimated limit of the cache. */
  maximumBytes: number;
}

/** Opens the cache of facts. */
export function openFacts(options: FactsOptions): Facts {
  return new CachedFacts(options);
}

class CachedFacts implements Facts {
  readonly #pool: ParsePool;
  readonly #cache: WeightedCache<Known<unknown>>;
  readonly #sketches: Sketches;

  constructor({ pool, store, maximumBytes }: FactsOptions) {
    this.#pool = pool;
    this.#cache = openWeightedCache<Known<unknown>>(maximumBytes / 2);
    this.#sketches = openSketches(pool, store, maximumBytes / 2);
  }

  text(tree: DocsTree, path: string): Promise<Known<string>> {
    return readText(tree, path);
  }

  async rough(tree: DocsTree, path: string): Promise<Known<RoughFacts>> {
    return mapKnown(await this.#sketches.of(tree, path), ({ rough }) => rough);
  }

  cachedRough(tree: DocsTree, path: string): Known<RoughFacts> | undefined {
    const known = this.#sketches.cached(tree, path);
    return known && mapKnown(known, ({ rough }) => rough);
  }

  async outline(tree: DocsTree, path: string): Promise<Known<OutlineFacts>> {
    return mapKnown(await this.#sketches.of(tree, path), ({ outline }) => outline);
  }

  cachedOutline(tree: DocsTree, path: string): Known<OutlineFacts> | undefined {
    const known = this.#sketches.cached(tree, path);
    return known && mapKnown(known, ({ outline }) => outline);
  }

  prepare(tree: DocsTree, paths: readonly string[], onProgress?: (done: number) => void): Promise<void> {
    return this.#sketches.prepare(tree, paths, onProgress);
  }

  async page(tree: DocsTree, path: string, dialect: Dialect): Promise<Known<PageFacts>> {
    return this.#cached(`${dialect} ${blobOf(tree, path)}`, weighPage, async () => {
      const text = await readText(tree, path);
      return text.kind === 'known' ? this.#parseAnew(text.value, dialect) : text;
    });
  }

  async literal(
    tree: DocsTree,
    path: string,
    language: LiteralLanguage,
    exported = 'default',
  ): Promise<Known<Literal>> {
    return this.#cached(`${language} ${exported} ${blobOf(tree, path)}`, weighLiteral, async () => {
      const text = await readText(tree, path, maximumLiteralBytes);
      if (text.kind === 'refused') return text;
      const answer = await this.#pool.run({ kind: 'literal', text: text.value, language, exported });
      return answer.kind === 'literal' ? { kind: 'known', value: answer.literal } : refusalOf(answer);
    });
  }

  async digest(tree: DocsTree, path: string, name: string, make: (text: string) => string): Promise<Known<string>> {
    return this.#cached(`${name} ${blobOf(tree, path)}`, weighText, async () => {
      const text = await readText(tree, path);
      return text.kind === 'known' ? { kind: 'known', value: make(text.value) } : text;
    });
  }

  async parse(text: string, dialect: Dialect): Promise<Known<PageFacts>> {
    return this.#cached(`${dialect} ${blobId(text)}`, weighPage, () => this.#parseAnew(text, dialect));
  }

  async code(tree: DocsTree, path: string, question: Omit<CodeQuestion, 'text'>): Promise<Known<CodePiece[]>> {
    const { dialect, rules } = question;
    const flags = [rules.samplesAreText === true, rules.mdxInMarkdown === true];
    const how = [dialect, extensionOf(path), ...codeNotations.map((notation) => rules[notation]), ...flags].join(' ');
    return this.#cached(`code ${how} ${blobOf(tree, path)}`, weighCode, async () => {
      const text = await readText(tree, path);
      if (text.kind === 'refused') return text;
      const answer = await this.#pool.run({ kind: 'code', text: text.value, ...question });
      return answer.kind === 'code' ? { kind: 'known', value: answer.pieces } : refusalOf(answer);
    });
  }

  async readability(tree: DocsTree, path: string, dialect: Dialect): Promise<Known<PageReadability>> {
    return this.#cached(`readers ${dialect} ${blobOf(tree, path)}`, weighReadability, async () => {
      const text = await readText(tree, path);
      if (text.kind === 'refused') return text;
      const nesting = absurdNesting(text.value);
      if (nesting) return { kind: 'refused', message: `it has ${nesting}` };
      const answer = await this.#pool.run({ kind: 'agent-page', text: text.value, dialect });
      if (answer.kind !== 'agent-page') return refusalOf(answer);
      const { text: shown, findings } = answer.page;
      return { kind: 'known', value: { characters: shown.length, findings } };
    });
  }

  run(task: ParseTask): Promise<ParseAnswer> {
    return this.#pool.run(task);
  }

  async #parseAnew(text: string, dialect: Dialect): Promise<Known<PageFacts>> {
    if (text.length > maximumPageBytes) return tooLarge();
    const nesting = absurdNesting(text);
    if (nesting) return { kind: 'refused', message: `it has ${nesting}` };
    const answer = await this.#pool.run({ kind: 'page', text, dialect });
    if (answer.kind === 'page') return { kind: 'known', value: answer.facts };
    return { kind: 'refused', message: refusalOf(answer).message };
  }

  #cached<T>(key: string, weigh: (value: T) => number, make: () => Promise<Known<T>>): Promise<Known<T>> {
    const weighKnown = (known: Known<unknown>): number =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key's first word says what is stored under it
      known.kind === 'known' ? weigh(known.value as T) : 200;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    return this.#cache.getOrMake(key, make, weighKnown) as Promise<Known<T>>;
  }
}

/** Returns why a thread answered without the facts that it was asked for. */
function refusalOf(answer: ParseAnswer): Extract<Known<never>, { kind: 'refused' }> {
  return answer.kind === 'refused' ? answer : { kind: 'refused', message: 'it cannot be parsed' };
}

function mapKnown<T, R>(known: Known<T>, map: (value: T) => R): Known<R> {
  return known.kind === 'known' ? { kind: 'known', value: map(known.value) } : known;
}

async function readText(tree: DocsTree, path: string, maximumBytes = maximumPageBytes): Promise<Known<string>> {
  if (tree.entry(path)?.kind !== 'file') return { kind: 'refused', message: 'it is no regular file' };
  const bytes = await tree.read(path).catch(() => undefined);
  return bytes ? decodeText(bytes, maximumBytes) : tooLarge(maximumBytes);
}

function blobOf(tree: DocsTree, path: string): string {
  return tree.entry(path)?.blob ?? '';
}

function weighText(text: string): number {
  return 200 + text.length;
}

function weighPage({ links, headings, code, references }: PageFacts): number {
  return 1_000 + links.length * 350 + headings.length * 250 + code.length * 60 + references.length * 200;
}

function weighCode(pieces: readonly CodePiece[]): number {
  return pieces.reduce((sum, { key }) => sum + 200 + key.length, 200);
}

function weighReadability({ findings }: PageReadability): number {
  return findings.reduce((sum, { message }) => sum + 200 + message.length, 200);
}

function weighLiteral({ start, end }: Literal): number {
  return 1_000 + (end - start) * 8;
}
