import { folderOf } from '../paths.ts';
import { partsOf } from '../parts/parts.ts';
import type { DocsView } from '../view.ts';

/** A component that uses others is looked into so deep, with so many texts, and so many files may bear its name. */
const maximumDepth = 3;
const maximumTexts = 60;
const maximumFiles = 4;

const known = new WeakMap<DocsView, Map<string, boolean>>();

/**
 * Whether a component that a page uses makes no anchors, as its own source tells: it gives no element an id, takes in no
 * other text, and uses only components of which the same is known. False where its source is not found.
 */
export async function isQuietComponent(view: DocsView, page: string, text: string, name: string): Promise<boolean> {
  return isQuiet({ view, left: maximumTexts }, { file: page, text, around: [] }, name.split('.')[0] ?? name);
}

/** One question, with how many texts may still be looked at for it. */
interface Search {
  view: DocsView;
  left: number;
}

/** A text that uses components, and those that it is part of. */
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

/** The files that a component may be: the one that is imported, or those of its name, as sites register them. */
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

/** A file that only passes on what others export. */
function isBarrel(path: string): boolean {
  return /(?:^|\/)index\.[jt]s$/.test(path);
}

async function isQuietFile(search: Search, file: string, name: string, around: string[]): Promise<boolean> {
  const { view } = search;
  const ofView = known.get(view) ?? new Map<string, boolean>();
  known.set(view, ofView);
  const key = `${file} ${name}`;
  // What uses itself adds nothing by that.
  const told = around.includes(key) || ofView.get(key);
  if (told !== undefined) return told;
  const text = await view.text(file);
  if (text.kind === 'refused') return false;
  // What a page of MDX says itself is taken in as such; what it exports is a component by its side.
  const source = file.endsWith('.mdx') ? (definitionOf(text.value, name) ?? '') : text.value;
  const answer = await isQuietText(search, { file, text: source, around: [...around, key] }, text.value);
  if (around.length === 0) ofView.set(key, answer);
  return answer;
}

/** `whole` is the text of the file, which says what it imports. */
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

/** Ids of elements, whoever decides them, text that comes from elsewhere, and scripts that lead anchors on. */
const makesAnchors =
  /(?<![\w.-])id\s*(?:=(?![=>])|:)|\{\s*id\s*\}|<a\s[^>]{0,200}\bname=|innerHTML|v-html|set:html|location\.hash|hashchange|getElementById|[\w-]+\.mdx?['"]/i;

/** `<Name`, but not the parameter of a type, which follows a word: `ref<Name>`. */
const usedPattern = /(?<![\w$)\]])<([A-Z]\w*)/g;

/** What frameworks bring, icons, and the controls of libraries. */
const neverAnchors =
  /^(?:Fragment|Suspense|Transition(?:Group)?|KeepAlive|Teleport|ClientOnly|BrowserOnly|Link|NextLink|RouterLink|Image|Img|Script|Head|\w+Icon|(?:Icon|Tooltip|Popover|Dialog|Button|Badge|Card|Avatar|Separator|Input|Label|Select|Dropdown|Switch|Checkbox|Slider)\w*)$/;

/** What a text says of a component that it defines itself: from there to the brace that stands alone. */
function definitionOf(text: string, name: string): string | undefined {
  const start = text.search(new RegExp(`^(?:export\\s+)?(?:const|let|var|function)\\s+${name}\\b`, 'm'));
  if (start === -1) return undefined;
  const end = text.slice(start).search(/^(?:\}|\)|<\/)[^\n]*$/m);
  return end === -1 ? text.slice(start) : text.slice(start, start + end);
}

/** `import { Name } from 'here'`, and the module that a lazy component names. */
function importedFrom(text: string, name: string): string | undefined {
  for (const [, names = '', target] of text.matchAll(importPattern)) {
    if (new RegExp(`(?:^|[\\s{,])${name}(?:[\\s,}]|$)`).test(names.replace(/\btype\s/g, ''))) return target;
  }
  return undefined;
}

const importPattern = /\bimport\s+([\w$\s{},*]{1,2000}?)\s+from\s*['"]([^'"\n]{1,300})['"]/g;
