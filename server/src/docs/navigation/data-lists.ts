import { entriesOf, itemsOf, textOf, type Literal } from '../literal/literal.ts';
import { findByAddress } from './finders.ts';
import { itemOf, referenceAt } from './literals.ts';
import type { FindPage, NavigationItem, NavigationList } from './navigation.ts';
import { namesByAddress } from './address-names.ts';
import { sourceOf, yamlScalar } from './entry-source.ts';
import type { NavigationFile, NavigationFormat, NavigationSource, Site, SiteView } from '../site/kind.ts';

const titleKeys = ['title', 'name', 'text', 'label'];
const addressKeys = ['url', 'link', 'href', 'permalink', 'pageRef', 'path'];

/**
 * Reads lists of pages in data files of any theme: each entry has a title and an address, and may have lists. `listing`
 * returns the part of a file that contains them.
 */
export function dataFormat(listing: (literal: Literal, path: string) => Literal | undefined): NavigationFormat {
  return {
    file: 'literal',
    references: 'address',
    read({ literal, source }, find) {
      const part = listing(literal, source.path);
      return { lists: part ? listsOf(part, find, 0) : [], complete: false };
    },
    finder: findInData,
    names: namesByAddress,
    write: writtenEntry,
  };
}

/** Finds addresses of the site. Addresses of other sites, anchors and templates are ignored. */
export async function findInData(view: SiteView, site: Site, source: NavigationSource): Promise<FindPage> {
  const find = await findByAddress(view, site, source);
  return (value) => {
    if (/^[a-z][a-z0-9+.-]*:|^\/\/|^#|[{}]/i.test(value) || value.trim() === '') return undefined;
    const found = find(value.replace(/[?#].*$/, '').replace(/(.)\/$/, '$1'));
    return found && { ...found, sure: found.sure && site.doubts.length === 0 && value.startsWith('/') };
  };
}

/** Writes an entry like its neighbour: on several lines, in braces, or only an address. */
function writtenEntry(
  file: NavigationFile,
  like: NavigationItem,
  { title, value }: { title: string; value: string },
): string {
  const neighbour = sourceOf(file, like);
  const indentation = /\n([ \t]*)\S/.exec(neighbour)?.[1];
  const [titleKey, addressKey] = [keyIn(neighbour, titleKeys), keyIn(neighbour, addressKeys) ?? 'url'];
  const address = `${addressKey}: ${/^[\w/.-]+$/.test(value) ? value : JSON.stringify(value)}`;
  if (titleKey === undefined) return address;
  if (indentation === undefined || neighbour.startsWith('{'))
    return `{ ${titleKey}: ${JSON.stringify(title)}, ${addressKey}: ${JSON.stringify(value)} }`;
  const named = `${titleKey}: ${yamlScalar(title)}`;
  return neighbour.indexOf(addressKey) < neighbour.indexOf(titleKey)
    ? `${address}\n${indentation}${named}`
    : `${named}\n${indentation}${address}`;
}

const maximumDepth = 20;

/** Returns all lists in a value: the value itself, and those in its maps. */
function listsOf(literal: Literal, find: FindPage, depth: number): NavigationList[] {
  if (depth > maximumDepth) return [];
  if (literal.kind === 'list') {
    const items = itemsOf(literal).map((item) => toItem(item, find, depth));
    return [{ style: 'yaml', items, ofPages: items.some(({ reference }) => reference !== undefined) }];
  }
  return entriesOf(literal).flatMap(({ value }) => listsOf(value, find, depth + 1));
}

function toItem(literal: Literal, find: FindPage, depth: number): NavigationItem {
  const entries = entriesOf(literal);
  const title = entries.find(({ key }) => titleKeys.includes(key))?.value;
  const key = addressKeys.find((name) => entries.some((entry) => entry.key === name));
  return itemOf(literal, {
    title: textOf(title),
    reference: key === undefined ? undefined : referenceAt(literal, key, find),
    lists: listsOf(literal, find, depth + 1),
  });
}

function keyIn(source: string, keys: string[]): string | undefined {
  return keys.find((key) => new RegExp(`(?:^|[\\s{,])["']?${key}["']?:`).test(source));
}
