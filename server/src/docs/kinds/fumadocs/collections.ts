import { isWithin, pathWithin, type PathIndex } from '../../text/paths.ts';
import type { SiteContext } from '../../site/kind.ts';
import { asPrefix } from '../../site/site.ts';

/** What the modules of a site say about its pages in literals. */
export interface Collections {
  /** Folder of pages, relative to the site's root → the addresses that it is served under. */
  folders: Map<string, string[]>;
  languages: { names: string[]; original: string } | undefined;
  doubts: string[];
}

/** How many modules are read at most. More would mean reading the whole program. */
const mostModules = 20;
/** How many calls of a module are read at most. Real modules have a handful. */
const mostCalls = 100;

/**
 * Reads the collections of a site. They are defined in `source.config.*` (`export const docs = defineDocs({ dir })`) or
 * beside their loaders, which set their addresses: `loader({ baseUrl: '/docs', source: docs.toFumadocsSource() })`. The
 * modules are searched as text for calls of these functions; no code runs. fumadocs.dev/docs: mdx/collections,
 * headless/source-api
 */
export async function readCollections(
  { tree, index, facts }: SiteContext,
  root: string,
  config: string | undefined,
): Promise<Collections> {
  const texts: string[] = [];
  for (const path of [...(config === undefined ? [] : [config]), ...modulesOf(index, root)]) {
    const text = await facts.text(tree, path);
    if (text.kind === 'known') texts.push(text.value);
  }
  const calls = texts.flatMap((text) => callsIn(text));
  const collections = new Map<string, string[]>();
  for (const { name, assigned, given } of calls) {
    if (name !== 'loader') for (const collection of assigned) collections.set(collection, foldersIn(name, given));
  }
  const { folders, doubts } = withAddresses(calls, collections, texts.join('\n'));
  return { folders, doubts, languages: languagesIn(texts) };
}

function modulesOf(index: PathIndex, root: string): string[] {
  const found = index.files.filter(
    (path) =>
      isWithin(path, root) &&
      /(?:^|\/)[\w-]*(?:source|i18n)(?:\/[\w.-]+)*\.tsx?$/.test(pathWithin(path, root)) &&
      !/(?:^|\/)(?:node_modules|content|public|\.[\w-]+)\//.test(pathWithin(path, root)),
  );
  return found.toSorted((a, b) => a.length - b.length).slice(0, mostModules);
}

interface Call {
  name: string;
  /** The variables that its result is assigned to. */
  assigned: string[];
  /** The text between its parentheses. */
  given: string;
}

const callPattern =
  /(?:\b(?:const|let|var)\s+(\w+|\{[^{}=]*\})(?:\s*:[^=\n]*)?\s*=\s*(?:await\s+)?)?\b(defineDocs|defineCollections|loader)\s*\(/g;

function callsIn(text: string): Call[] {
  return [...text.matchAll(callPattern)].slice(0, mostCalls).map((match) => ({
    name: match[2] ?? '',
    // `const { docs, meta: pages } = …`
    assigned: [...(match[1] ?? '').matchAll(/(?:\w+\s*:\s*)?(\w+)/g)].flatMap((name) => name[1] ?? []),
    given: textToParenthesis(text, match.index + match[0].length),
  }));
}

/** Returns the text up to the matching closing parenthesis. Parentheses in strings and comments do not count. */
function textToParenthesis(text: string, start: number): string {
  const limit = Math.min(text.length, start + 20_000);
  const marks = /["'`]|[()]|\/\/[^\n]*|\/\*/g;
  let depth = 1;
  marks.lastIndex = start;
  for (let mark = marks.exec(text); mark && mark.index < limit; mark = marks.exec(text)) {
    const [found] = mark;
    if (found === '(') depth += 1;
    else if (found === ')') depth -= 1;
    else if (!found.startsWith('//')) marks.lastIndex = endOf(text, found, mark.index);
    if (depth === 0) return text.slice(start, mark.index);
  }
  return text.slice(start, limit);
}

function endOf(text: string, opened: string, at: number): number {
  const end = text.indexOf(opened === '/*' ? '*/' : opened, at + opened.length);
  return end === -1 ? text.length : end + (opened === '/*' ? 2 : 1);
}

function foldersIn(name: string, given: string): string[] {
  const written = /\bdir\s*:\s*(\[[^\]]*\]|["'`][^"'`]*["'`])/.exec(given)?.[1];
  if (written === undefined) return name === 'defineDocs' && !/\bdir\s*:/.test(given) ? ['content/docs'] : [];
  return [...written.matchAll(/["'`]([^"'`]*)["'`]/g)].map((folder) =>
    (folder[1] ?? '').replace(/^(?:\.?\/)+|\/+$/g, ''),
  );
}

/** Gives each collection the addresses of the loaders that name it. */
function withAddresses(calls: Call[], collections: Map<string, string[]>, text: string) {
  const folders = new Map<string, string[]>([...collections.values()].flat().map((folder) => [folder, []]));
  const doubts = new Set<string>();
  const aliases = aliasesIn(text);
  for (const { given } of calls.filter(({ name }) => name === 'loader')) {
    const base = baseIn(given, text);
    const named = [...collections].filter(([name]) => {
      const names = [name, ...(aliases.get(name) ?? [])].join('|');
      return new RegExp(`(?<![\\w.])(?:${names})\\b(?!\\s*:)`).test(given);
    });
    if (base === undefined || named.length === 0) doubts.add('the addresses of a source of pages are computed');
    if (/openapi|asyncapi|plugins?\s*:\s*\[[^\]]*slug|\bslugs\s*[:(]/i.test(given))
      doubts.add('a source may add or move pages');
    for (const folder of named.flatMap(([, own]) => own)) if (base !== undefined) folders.get(folder)?.push(base);
  }
  if ([...folders.values()].every((routes) => routes.length === 0)) {
    doubts.add('the addresses of its pages are computed');
    for (const folder of folders.keys()) folders.set(folder, [asPrefix(folder.split('/').at(-1) ?? '')]);
  }
  return { folders, doubts: [...doubts] };
}

/** Returns the other names that a collection is imported under: `import { docs as pages }`. */
function aliasesIn(text: string): Map<string, string[]> {
  const aliases = new Map<string, string[]>();
  for (const [, name = '', alias = ''] of text.matchAll(/\b(\w+)\s+as\s+(\w+)\b/g)) {
    if (alias !== 'const') aliases.set(name, [...(aliases.get(name) ?? []), alias]);
  }
  return aliases;
}

function baseIn(given: string, text: string): string | undefined {
  const [, literal, name] = /\bbaseUrl\s*:\s*(?:["'`]([^"'`$]*)["'`]|(\w+)\b)/.exec(given) ?? [];
  if (literal !== undefined) return asPrefix(literal);
  const constant =
    name && new RegExp(`\\bconst\\s+${name}\\s*(?::[^=\\n]*)?=\\s*["'\`]([^"'\`$]*)["'\`]`).exec(text)?.[1];
  return constant === undefined || constant === '' ? undefined : asPrefix(constant);
}

/** Reads `defineI18n({ defaultLanguage: 'en', languages: ['en', 'cn'] })`. `names` is empty when they are computed. */
function languagesIn(texts: string[]): Collections['languages'] {
  for (const text of texts) {
    const original = /\bdefaultLanguage\s*:\s*["']([\w-]+)["']/.exec(text)?.[1];
    if (original === undefined) continue;
    const list = /\blanguages\s*:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? '';
    return { original, names: [...list.matchAll(/["']([\w-]+)["']/g)].flatMap((name) => name[1] ?? []) };
  }
  return undefined;
}
