import { folderOf } from '../text/paths.ts';
import { partsOf } from '../parts/parts.ts';
import type { DocsView } from '../view.ts';

/**
 * Limits of one search: how deep components may nest, how many texts are read, and how many files may have a
 * component's name.
 */
const maximumDepth = 3;
const maximumTexts = 60;
const maximumFiles = 4;

const known = new WeakMap<DocsView, Map<string, boolean>>();

/**
 * Whether the source of a component proves that it creates no anchors: it sets no id, includes no other text, and uses
 * only components with the same proof. Returns false when the source is not found.
 */
export async function isQuietComponent(view: DocsView, page: string, text: string, name: string): Promise<boolean> {
  return isQuiet({ view, left: maximumTexts }, { file: page, text, around: [] }, name.split('.')[0] ?? name);
}

/** One search, and how many more texts it may read. */
interface Search {
  view: DocsView;
  left: number;
}

/** A text that uses components, and the components that contain it. */
interface User {
  file: string;
  text: string;
  around: string[];
}

async function isQuiet(search: Search, { file, text, around }: User, name: string): Promise<boolean> {
  const own = definitionOf(text, name);
  const key = `${file} ${name}`;
  if (own !== undefined) {
    return around.includes(key) || isQuietText(search, { file, text: own, around: [...around, key] }, text);
  }
  const files = await filesOf(search.view, { file, text, around }, name);
  if (files.length === 0 || files.length > maximumFiles) return false;
  for (const source of files) if (!(await isQuietFile(search, source, name, around))) return false;
  return true;
}

/**
 * Returns the files that may define a component: the imported one, or all with its name, because sites may register
 * components by name.
 */
async function filesOf(view: DocsView, { file, text }: User, name: string): Promise<string[]> {
  const target = importedFrom(text, name);
  const leads = target === undefined ? undefined : await partsOf(view).resolveImport(file, target);
  if (leads?.kind === 'found' && !isBarrel(leads.path)) return [leads.path];
  if (leads?.kind === 'package') return [];
  const kebab = name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase();
  const named = [...new Set([name, kebab])].flatMap((stem) => view.index.byStem(stem));
  const inFolders = view.index
    .byStem('index')
    .filter((path) => [name, kebab].includes(folderOf(path).split('/').at(-1) ?? ''));
  return [...new Set([...named, ...inFolders])].filter((path) => sourcePattern.test(path));
}

const sourcePattern = /\.(?:vue|astro|svelte|[jt]sx?)$/;

/** Whether a file only re-exports from other files. */
function isBarrel(path: string): boolean {
  return /(?:^|\/)index\.[jt]s$/.test(path);
}

async function isQuietFile(search: Search, file: string, name: string, around: string[]): Promise<boolean> {
  const { view } = search;
  const ofView = known.get(view) ?? new Map<string, boolean>();
  known.set(view, ofView);
  const key = `${file} ${name}`;
  // A recursive use adds no anchors.
  const knownAnswer = around.includes(key) || ofView.get(key);
  if (knownAnswer !== undefined) return knownAnswer;
  const text = await view.text(file);
  if (text.kind === 'refused') return false;
  // The text of an MDX page is checked as an include. A component that it exports is checked on its own.
  const source = file.endsWith('.mdx') ? (definitionOf(text.value, name) ?? '') : text.value;
  const answer = await isQuietText(search, { file, text: source, around: [...around, key] }, text.value);
  if (around.length === 0) ofView.set(key, answer);
  return answer;
}

/** Checks one text. `whole` is the text of the file, which contains the imports. */
async function isQuietText(search: Search, { file, text, around }: User, whole: string): Promise<boolean> {
  search.left -= 1;
  if (search.left < 0 || makesAnchors.test(text)) return false;
  const used = new Set([...text.matchAll(usedPattern)].map(([, name = '']) => name));
  for (const name of used) {
    if (neverAnchors.test(name)) continue;
    if (around.length > maximumDepth || !(await isQuiet(search, { file, text: whole, around }, name))) return false;
  }
  return true;
}

/** Ids of elements (also computed ones), text from elsewhere, and scripts that handle anchors. */
const makesAnchors =
  /(?<![\w.-])id\s*(?:=(?![=>])|:)|\{\s*id\s*\}|<a\s[^>]{0,200}\bname=|innerHTML|v-html|set:html|location\.hash|hashchange|getElementById|[\w-]+\.mdx?['"]/i;

/** `<Name`, but not a type parameter, which follows a word: `ref<Name>`. */
const usedPattern = /(?<![\w$)\]])<([A-Z]\w*)/g;

/** Components of frameworks, icons, and controls of libraries. */
const neverAnchors =
  /^(?:Fragment|Suspense|Transition(?:Group)?|KeepAlive|Teleport|ClientOnly|BrowserOnly|Link|NextLink|RouterLink|Image|Img|Script|Head|\w+Icon|(?:Icon|Tooltip|Popover|Dialog|Button|Badge|Card|Avatar|Separator|Input|Label|Select|Dropdown|Switch|Checkbox|Slider)\w*)$/;

/** Returns the definition of a component in a text, up to the line that begins with its closing bracket. */
function definitionOf(text: string, name: string): string | undefined {
  const start = text.search(new RegExp(`^(?:export\\s+)?(?:const|let|var|function)\\s+${name}\\b`, 'm'));
  if (start === -1) return undefined;
  const end = text.slice(start).search(/^(?:\}|\)|<\/)[^\n]*$/m);
  return end === -1 ? text.slice(start) : text.slice(start, start + end);
}

/** Returns the module that a name is imported from: `import { Name } from 'here'`. */
function importedFrom(text: string, name: string): string | undefined {
  for (const [, names = '', target] of text.matchAll(importPattern)) {
    if (new RegExp(`(?:^|[\\s{,])${name}(?:[\\s,}]|$)`).test(names.replace(/\btype\s/g, ''))) return target;
  }
  return undefined;
}

const importPattern = /\bimport\s+([\w$\s{},*]{1,2000}?)\s+from\s*['"]([^'"\n]{1,300})['"]/g;
