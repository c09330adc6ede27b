import { valueAt, entriesOf, itemsOf, textOf, type Literal } from '../../literal/literal.ts';
import { isWithin } from '../../text/paths.ts';
import type { SiteContext } from '../../site/kind.ts';
import { asPrefix, readConfig, joinParts } from '../../site/site.ts';

/** Pages generated from API descriptions. */
export interface DescribedPages {
  /** Address → the file that describes the operation. */
  pages: Map<string, string>;
  /** Prefixes of pages whose description is not in the repository or cannot be read. */
  unread: string[];
}

interface Description {
  source: string | undefined;
  directory: string;
  /** Whether addresses contain operation ids. */
  byId: boolean;
}

/** Returns the pages of all API descriptions in a configuration, by address. */
export async function describedPages(context: SiteContext, root: string, config: Literal): Promise<DescribedPages> {
  const found: DescribedPages = { pages: new Map(), unread: [] };
  for (const { source, directory, byId } of descriptionsIn(config)) {
    const path = source === undefined || /^https?:/.test(source) ? undefined : joinParts(root, source);
    const exists = path !== undefined && isWithin(path, root) && context.index.isFile(path);
    const description = exists ? await readConfig(context, path) : undefined;
    const paths = valueAt(description, 'paths');
    if (path === undefined || !paths) found.unread.push(directory);
    else for (const address of addressesIn(paths, directory, byId)) found.pages.set(address, path);
  }
  return found;
}

/** Finds the descriptions: `openapi` is a file, a URL, a list of both, or an object with its own directory. */
function descriptionsIn(config: Literal): Description[] {
  const found: Description[] = [];
  const visit = (literal: Literal): void => {
    if (literal.kind === 'list') literal.items.forEach(visit);
    for (const { key, value } of entriesOf(literal)) {
      if (key === 'openapi' || key === 'asyncapi') add(value, key);
      else visit(value);
    }
  };
  const add = (literal: Literal, key: string): void => {
    if (literal.kind === 'list') {
      for (const item of literal.items) add(item, key);
      return;
    }
    const source = textOf(literal) ?? textOf(valueAt(literal, 'source'));
    const directory = asPrefix(textOf(valueAt(literal, 'directory')) ?? 'api-reference').toLowerCase();
    // AsyncAPI channels get addresses by other rules.
    const sources =
      key === 'openapi' ? (source ?? itemsOf(valueAt(literal, 'source')).flatMap((one) => textOf(one) ?? [])) : [];
    const byId = textOf(valueAt(literal, 'slug')) === 'operationId';
    for (const one of [sources].flat()) found.push({ source: one, directory, byId });
    if ([sources].flat().length === 0) found.push({ source: undefined, directory, byId });
  };
  visit(config);
  return found;
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/**
 * Returns addresses made of directory, first tag, and summary, or method and path:
 * mintlify.com/docs/api-playground/endpoint-urls
 */
function addressesIn(paths: Literal, directory: string, byId: boolean): string[] {
  const found = new Set<string>();
  for (const { key: path, value: operations } of entriesOf(paths)) {
    for (const { key: method, value: operation } of entriesOf(operations)) {
      if (!methods.has(method)) continue;
      const own = textOf(valueAt(operation, 'x-mint', 'href'));
      found.add(
        own === undefined ? unusedAddress(addressOf(path, method, operation), found) : asPrefix(own.toLowerCase()),
      );
    }
  }
  return [...found];

  function addressOf(path: string, method: string, operation: Literal): string {
    const [tag] = itemsOf(valueAt(operation, 'tags'));
    const id = byId ? textOf(valueAt(operation, 'operationId')) : undefined;
    const summary = textOf(valueAt(operation, 'summary'));
    const named = id === undefined ? summary && segmentOf(summary) : kebab(id);
    const slug = named || segmentOf(`${method}${path.replace(/\{[^{}]*\}/g, '').replace(/\/+/g, ' ')}`.trimEnd());
    return asPrefix(`${directory}/${segmentOf(textOf(tag) ?? '')}/${slug}`);
  }
}

/** Appends a number when another operation already has the address. */
function unusedAddress(address: string, taken: Set<string>): string {
  if (!taken.has(address)) return address;
  for (let number = 1; ; number += 1) if (!taken.has(`${address}-${number}`)) return `${address}-${number}`;
}

function segmentOf(text: string): string {
  return text
    .replaceAll(' ', '-')
    .replace(/[{}(),.'\n/]/g, '')
    .replaceAll('--', '-')
    .toLowerCase();
}

function kebab(id: string): string {
  return id
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();
}
