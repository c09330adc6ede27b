import type { Literal } from '../../literal/literal.ts';
import { isIndexPage } from '../../links/lookup.ts';
import { dataFormat, findInData } from '../../navigation/data-lists.ts';
import { namesByAddress } from '../../navigation/address-names.ts';
import type { FindPage, NavigationItem, NavigationList } from '../../navigation/navigation.ts';
import { quoteOf, quoted, sourceOf } from '../../navigation/entry-source.ts';
import { stemOf } from '../../text/paths.ts';
import type { NavigationFormat, NavigationSource, ReferenceWanted, SiteView } from '../../site/kind.ts';
import { setting } from './configuration.ts';

/**
 * Returns the menus of a configuration: gohugo.io/content-management/menus. Menus in front matter move with their
 * pages.
 */
export function hugoMenus(files: string[], root: string): NavigationSource[] {
  return files
    .filter((path) => isMain(path) || isMenus(path))
    .map((path) => ({ path, folder: root, format: path.endsWith('.toml') ? tomlMenus : dataMenus }));
}

function isMain(path: string): boolean {
  return /^(?:hugo|config)$/i.test(stemOf(path));
}

function isMenus(path: string): boolean {
  return /^menus?(?:\.|$)/i.test(stemOf(path));
}

const dataMenus: NavigationFormat = { ...dataFormat(menusIn), names: namesOfEntry };

function menusIn(literal: Literal, path: string): Literal | undefined {
  return isMenus(path) ? literal : (setting(literal, 'menus') ?? setting(literal, 'menu'));
}

/** A menu entry for a section gets no page as neighbour, because the section lists its own pages. */
async function namesOfEntry(view: SiteView, wanted: ReferenceWanted): Promise<string[]> {
  const find = await findInData(view, wanted.site, wanted.source);
  const neighbour = find(wanted.like.value)?.path;
  if (neighbour !== undefined && isIndexPage(neighbour) && !isIndexPage(wanted.to)) return [];
  return namesByAddress(view, wanted);
}

/** TOML is read line by line, because its parser reports no positions. `[[menus.main]]` begins an entry. */
const tomlMenus: NavigationFormat = {
  file: 'text',
  references: 'address',
  read: ({ text, source }, find) => ({ lists: tomlLists(text, source.path, find), complete: false }),
  finder: findInData,
  names: namesOfEntry,
  write(file, like, { title, value }) {
    const neighbour = sourceOf(file, like);
    const header = neighbour.split('\n')[0]?.trim() ?? '[[menus.main]]';
    const indentation = /\n([ \t]*)\S/.exec(neighbour)?.[1] ?? '';
    const quote = quoteOf(neighbour) === "'" && !title.includes("'") ? "'" : '"';
    const key = /\bpageRef\s*=/i.test(neighbour) ? 'pageRef' : 'url';
    return `${header}\n${indentation}name = ${quoted(title, quote)}\n${indentation}${key} = ${quoted(value, quote)}`;
  },
};

function tomlLists(text: string, path: string, find: FindPage): NavigationList[] {
  const menus = new Map<string, NavigationList>();
  for (const { header, start, lines } of tablesIn(text)) {
    const name = /^\[\[\s*(.+?)\s*\]\]/.exec(header)?.[1]?.replace(/^menus?\./i, '');
    if (name === undefined || (!isMenus(path) && !/^\[\[\s*menus?\./i.test(header))) continue;
    const list = menus.get(name) ?? { style: 'summary', items: [], ofPages: true };
    list.items.push(toItem(start, header, lines, find));
    menus.set(name, list);
  }
  return [...menus.values()];
}

interface Line {
  text: string;
  start: number;
}

/** Returns the tables of a TOML text, each from its header to the next one. */
function tablesIn(text: string): { header: string; start: number; lines: Line[] }[] {
  const tables: { header: string; start: number; lines: Line[] }[] = [];
  for (const match of text.matchAll(/^.*$/gm)) {
    const line = match[0].trim();
    const start = match.index + match[0].length - match[0].trimStart().length;
    if (line.startsWith('[')) tables.push({ header: line, start, lines: [] });
    else if (line !== '' && !line.startsWith('#')) tables.at(-1)?.lines.push({ text: line, start });
  }
  return tables;
}

function toItem(start: number, header: string, lines: Line[], find: FindPage): NavigationItem {
  const last = lines.at(-1);
  const span = { start, end: last ? last.start + last.text.length : start + header.length };
  const item: NavigationItem = { span, title: undefined, reference: undefined, extra: [], lists: [] };
  for (const line of lines) {
    const [, before = '', key = '', , value = ''] = /^((\w+)\s*=\s*(["']))(.*?)\3/.exec(line.text) ?? [];
    if (key.toLowerCase() === 'name') item.title = value;
    if (!/^(?:pageref|url)$/i.test(key)) continue;
    const found = find(value);
    const at = line.start + before.length;
    item.reference = found && { value, span: { start: at, end: at + value.length }, ...found };
  }
  return item;
}
