import { decoded } from '../text/decoded.ts';
import { extensionOf, folderOf, isPagePath, isWithin, joinPath, pathWithin } from '../text/paths.ts';
import type { Content, Routes, Site, TargetUse, WrappedTarget } from '../site/kind.ts';
import { findRedirectTarget } from '../site/redirect-patterns.ts';
import { contentOf, joinParts } from '../site/site.ts';
import { isIndexPage, lookup, type Finding } from './lookup.ts';
import type { Resolution, ResolveInput } from './resolution.ts';
import type { LocalTarget } from './target.ts';
import { parseWrapped, unwrapTarget } from './wrapped.ts';

/** Resolves a target from a page by the rules of the page's site. Pure and fast: it uses only paths. */
export function resolveTarget(input: ResolveInput, from: string, raw: string, use: TargetUse): Resolution {
  if (input.site.ownTargets?.has(raw) === true) return { kind: 'external' };
  const wrapped = unwrapTarget(input.site, raw, use);
  const named = wrapped.label === undefined ? undefined : input.names?.get(wrapped.label);
  if (named !== undefined) return { kind: 'found', path: named, anchor: '' };
  const target = parseWrapped(wrapped);
  if (target.kind === 'external') return { kind: 'external' };
  if (target.kind === 'opaque') return { kind: 'not-judged', reason: 'computed', anchor: '' };
  return resolveLocal(input, from, target, wrapped, use);
}

/** Resolves a target on this host. */
function resolveLocal(
  input: ResolveInput,
  from: string,
  target: LocalTarget,
  wrapped: WrappedTarget,
  use: TargetUse,
): Resolution {
  const anchor = decoded(target.hash.slice(1));
  const { otherwise } = wrapped;
  if (target.path === '' && otherwise === undefined) return { kind: 'found', path: from, anchor };
  const { finding, expected } = locate(input, from, target.path, wrapped, use);
  if (finding) return asResolution(finding, anchor);
  if (otherwise === 'external') return { kind: otherwise };
  if (otherwise !== undefined) return { kind: 'not-judged', reason: otherwise, anchor };
  const isElsewhere = input.site.kind.links.elsewhere?.({ ...input, path: decoded(target.path), expected }) === true;
  return isElsewhere ? { kind: 'external' } : { kind: 'missing', expected, anchor };
}

function asResolution(finding: NonNullable<Finding>, anchor: string): Resolution {
  switch (finding.kind) {
    case 'file':
      return { kind: 'found', path: finding.path, anchor };
    case 'folder':
      return { kind: 'found', path: undefined, anchor };
    case 'alone':
      return { kind: 'not-judged', reason: 'left-alone', anchor };
    case 'generated':
    case 'outside':
      return { kind: 'not-judged', reason: finding.kind, anchor };
  }
}

/** Searches for the path of a target, as its notation or its kind of site reads it. */
function locate(input: ResolveInput, from: string, written: string, wrapped: WrappedTarget, use: TargetUse): Search {
  const path = decoded(written);
  if (wrapped.find !== undefined || wrapped.label !== undefined) return resolveWrapped(input, from, path, wrapped);
  const found = search(input, from, path, use);
  if (found.finding || path === written) return found;
  // The file name itself may contain percent signs: `assets%2Flogo.png`.
  const asWritten = search(input, from, written, use);
  return asWritten.finding ? asWritten : found;
}

function search(input: ResolveInput, from: string, path: string, use: TargetUse): Search {
  const found = path.startsWith('/')
    ? resolveAddress(input, path, from)
    : path.startsWith('@site/')
      ? resolveWithin(input, input.site.root, path.slice('@site/'.length))
      : resolveRelative(input, from, path, use);
  if (found.finding || input.site.kind.links.anyPageEnding !== true || !isPagePath(path)) return found;
  return { ...found, finding: search(input, from, path.slice(0, -extensionOf(path).length), use).finding };
}

interface Search {
  finding: Finding;
  expected: string;
}

/** Resolves a target by the rules of its notation. `expected` is the place that the path would name. */
function resolveWrapped(
  { site, index }: ResolveInput,
  from: string,
  path: string,
  { find, redirected }: WrappedTarget,
): Search {
  if (!find) return { finding: undefined, expected: path };
  const found = find({ site, index, from, path });
  const place = path.startsWith('/') ? placeOf(site, contentOf(site, from), path.replace(/\/$/, '')) : undefined;
  const expected = place ?? joinPath(folderOf(from), path);
  if (found !== undefined) return { finding: { kind: 'file', path: found }, expected: expected ?? path };
  if (expected === undefined) return { finding: { kind: 'outside' }, expected: path };
  if (redirected === true && isRedirected(site, expected)) return { finding: { kind: 'folder' }, expected };
  const isAlone = index.isLeftAlone(expected) || index.isLeftAlone(`${expected}.md`);
  return {
    finding: isAlone ? { kind: 'alone' } : isMade(site, expected) ? { kind: 'generated' } : undefined,
    expected,
  };
}

/** Whether the address of a former file redirects. */
function isRedirected(site: Site, expected: string): boolean {
  const content = contentOf(site, expected);
  return content !== undefined && site.redirects.has(`/${pathWithin(expected, content.folder).replace(/\.\w+$/, '')}`);
}

/** Whether a file would lie where programs generate pages during the build. */
function isMade(site: Site, expected: string): boolean {
  const content = contentOf(site, expected);
  if (!content) return false;
  const address = `/${pathWithin(expected, content.folder)}`;
  return [address, address.replace(/\.\w+$/, '')].some((candidate) => isGenerated(site, candidate));
}

function resolveWithin({ index, site }: ResolveInput, folder: string, path: string): Search {
  const expected = joinPath(folder, path);
  if (expected === undefined) return { finding: { kind: 'outside' }, expected: '' };
  const finding = lookup(index, path.endsWith('/') ? `${expected}/` : expected);
  return {
    finding: finding ?? readmeFor({ index, site }, expected) ?? findInOtherCase({ index, site }, expected),
    expected,
  };
}

/** Finds the README of a folder when the link names the index that the README is built as. */
function readmeFor({ index, site }: Pick<ResolveInput, 'index' | 'site'>, path: string): Finding {
  if (site.kind.links.readmeIsIndex !== true || !/(?:^|\/)index\.md$/.test(path)) return undefined;
  const readme = path.replace(/index\.md$/, 'README.md');
  return index.isFile(readme) ? { kind: 'file', path: readme } : undefined;
}

function findInOtherCase({ index, site }: Pick<ResolveInput, 'index' | 'site'>, path: string): Finding {
  if (site.kind.addresses.ignoreCase !== true) return undefined;
  const [found] = [path, `${path}.md`, `${path}/_index.md`, `${path}/index.md`].flatMap((name) =>
    index.ignoringCase(name),
  );
  return found === undefined ? undefined : { kind: 'file', path: found };
}

function resolveRelative(input: ResolveInput, from: string, path: string, use: TargetUse): Search {
  const first = resolveWithin(input, folderOf(from), path);
  const byAddress = input.site.kind.links.fromAddress === true ? resolveByUrl(input, from, path) : undefined;
  if (byAddress?.kind === 'file') return { finding: byAddress, expected: first.expected };
  if (isTarget(input, first.finding, path)) return first;
  for (const base of input.site.kind.links.bases({ site: input.site, from, path, use })) {
    const { finding } = resolveWithin(input, base, path);
    if (isTarget(input, finding, path)) return { finding, expected: first.expected };
  }
  const original = untranslatedPath(input.site, first.expected);
  const finding = original === undefined ? undefined : lookup(input.index, original);
  const outside = first.finding?.kind === 'outside' ? first.finding : undefined;
  return { finding: finding ?? resolveByUrl(input, from, path) ?? outside, expected: first.expected };
}

/**
 * Whether a found file is what the path leads to. If the kind of site uses only addresses, a path names a file only
 * with its extension; browsers resolve all else.
 */
function isTarget(input: ResolveInput, finding: Finding, path: string): boolean {
  if (!finding || finding.kind === 'outside') return false;
  const { addresses, links } = input.site.kind;
  if (addresses.exact === true) return finding.kind === 'file' && extensionOf(path) !== '';
  return links.fromAddress !== true || isPagePath(path) || !isServedElsewhere(input, finding, path);
}

/** Whether a page is found by its file name but its address ends differently: `b` for `b.md` with `slug: c`. */
function isServedElsewhere({ routes }: ResolveInput, finding: Finding, path: string): boolean {
  const name = path.replace(/\/+$/, '').split('/').at(-1) ?? '';
  if (!routes || finding?.kind !== 'file' || /^\.*$/.test(name)) return false;
  const own = addressesIn(routes).get(finding.path);
  return own !== undefined && !own.some((route) => route.slice(route.lastIndexOf('/') + 1) === name);
}

/** Resolves a relative path from the page's address, which may differ from its file path. */
function resolveByUrl(input: ResolveInput, from: string, path: string): Finding {
  const { site, routes } = input;
  if (!routes || (isPagePath(path) && site.redirects.size === 0)) return undefined;
  for (const route of addressesIn(routes).get(from) ?? []) {
    const around = route.slice(0, route.lastIndexOf('/'));
    // To browsers, an address with a trailing slash is a folder. Links to such addresses also end with a slash.
    const isFolder = site.kind.links.fromAddress === true && (path.endsWith('/') || isIndexPage(from));
    for (const base of isFolder ? [route, around] : [around, route]) {
      const joined = joinPath(base.replace(/^\//, ''), path.replace(/(?:^|\/)index\.html?$|\.html?$/, ''));
      const found = joined === undefined ? undefined : findServed(input, routes, joined);
      if (found) return found;
    }
  }
  return undefined;
}

/** Finds what is served at an address, given without its leading slash. */
function findServed({ site, index }: ResolveInput, routes: Routes, joined: string): Finding {
  const address = joined === '' ? '' : `/${joined}`;
  const found = routes.get(address) ?? site.otherPages.get(address);
  if (found) return { kind: 'file', path: found };
  if (site.redirects.has(address)) return { kind: 'folder' };
  const file = site.statics.map((folder) => joinParts(folder, joined)).find((place) => index.isFile(place));
  if (file !== undefined) return { kind: 'file', path: file };
  return isGenerated(site, address) ? { kind: 'generated' } : undefined;
}

const byPage = new WeakMap<Routes, Map<string, string[]>>();

/** Returns the addresses of each page, computed once per set of routes. */
function addressesIn(routes: Routes): Map<string, string[]> {
  const known = byPage.get(routes);
  if (known) return known;
  const made = new Map<string, string[]>();
  for (const [route, page] of routes) made.set(page, [...(made.get(page) ?? []), route]);
  byPage.set(routes, made);
  return made;
}

function resolveAddress(input: ResolveInput, path: string, from: string): Search {
  const { site } = input;
  const address = `/${joinPath('', path) ?? ''}`.replace(/^\/$/, '');
  const expected = placeOf(site, contentOf(site, from), address);
  const withoutBase = site.base !== '' && isWithin(address, site.base) ? address.slice(site.base.length) : undefined;
  const below = withoutBase === undefined ? [address] : [withoutBase, address];
  const { meanings } = site.kind.links;
  for (const candidate of meanings ? below.flatMap((one) => meanings({ site, from, address: one })) : below) {
    const finding = findAddress(input, candidate, { slash: path.endsWith('/') ? '/' : '', redirected: 0 });
    if (finding) return { finding, expected };
  }
  return { finding: undefined, expected };
}

/** Returns where the page of an address would be: in the content served there; the linking page's own content first. */
function placeOf(site: Site, own: Content | undefined, address: string): string {
  for (const { folder, routes } of own ? [own, ...site.contents] : site.contents) {
    const [usual = ''] = routes;
    if (usual !== '' && isWithin(address, usual)) return joinParts(folder, address.slice(usual.length));
  }
  const isTop = own?.kind === 'docs' && own.routes.includes('');
  return joinParts(isTop ? own.folder : (site.contents[0]?.folder ?? site.root), address);
}

/** Finds an absolute address: by path in each content and static folder, by route, by redirect. */
function findAddress(
  input: ResolveInput,
  address: string,
  { slash, redirected }: { slash: '/' | ''; redirected: number },
): Finding {
  const { site } = input;
  const exact = site.kind.addresses.exact === true;
  if (address === '') return rootPage(input);
  const placed = findPlace(input, address, slash, exact);
  if (placed) return placed;
  const routed = findRoute(
    input,
    address.replace(exact ? /(?:\/index)?\.(?:html?|mdx?)$/ : /(?:\/index)?\.html?$/, ''),
  );
  if (routed) return { kind: 'file', path: routed };
  const other = site.otherPages.get(address);
  if (other !== undefined) return { kind: 'file', path: other };
  const redirect = site.redirects.get(address);
  const moved = redirect ?? findRedirectTarget(site.redirectPatterns, address);
  if (moved !== undefined) return findMoved(input, moved, { slash, redirected, byPattern: redirect === undefined });
  if (site.madePages.includes(address)) return { kind: 'folder' };
  return isGenerated(site, address) ? { kind: 'generated' } : undefined;
}

/** Finds what the target of a redirect leads to, as far as it is known. */
function findMoved(
  input: ResolveInput,
  moved: string,
  { slash, redirected, byPattern }: { slash: '/' | ''; redirected: number; byPattern: boolean },
): Finding {
  if (!moved.startsWith('/') || redirected >= maximumRedirects) return { kind: 'folder' };
  const next = moved.replace(/[?#].*$/, '').replace(/\/$/, '');
  const found = findAddress(input, next, { slash, redirected: redirected + 1 });
  // The target of a pattern need not exist.
  return found || byPattern ? found : { kind: 'folder' };
}

const maximumRedirects = 3;

/** Finds the path of an address in the contents and static folders. */
function findPlace({ site, index }: ResolveInput, address: string, slash: '/' | '', exact: boolean): Finding {
  for (const [{ folder, fallback, kind }, prefix] of exact ? [] : contentPrefixes(site)) {
    if (!isWithin(address, prefix)) continue;
    const rest = address.slice(prefix.length);
    const found =
      lookup(index, joinParts(folder, rest) + slash, kind === 'pages') ??
      (fallback === undefined ? undefined : lookup(index, joinParts(fallback, rest) + slash));
    if (found) return found;
  }
  for (const folder of site.statics) {
    const found = lookup(index, joinParts(folder, address) + slash);
    if (found && (!exact || found.kind === 'file')) return found;
  }
  return undefined;
}

/**
 * Yields every content with each of its prefixes. The default prefixes of all contents come before the alternatives.
 */
function* contentPrefixes({ contents }: Site): Generator<[Content, string]> {
  for (const content of contents) {
    const [usual] = content.routes;
    if (usual !== undefined) yield [content, usual];
  }
  for (const content of contents) {
    for (const other of content.routes.slice(1)) yield [content, other];
  }
}

/** Finds a page by an address from front matter. For a missing translation, the original page is returned. */
function findRoute({ site, routes }: ResolveInput, written: string): string | undefined {
  const address = site.kind.addresses.ignoreCase === true ? written.toLowerCase() : written;
  const own = routes?.get(address);
  if (own !== undefined || !routes) return own;
  for (const { routes: prefixes, fallback } of site.contents) {
    const original = fallback === undefined ? undefined : site.contents.find(({ folder }) => folder === fallback);
    for (const prefix of prefixes) {
      if (!original || !isWithin(address, prefix)) continue;
      const found = routes.get(`${original.routes[0] ?? ''}${address.slice(prefix.length)}`);
      if (found) return found;
    }
  }
  return undefined;
}

function rootPage({ site, index, routes: known }: ResolveInput): Finding {
  const routed = known?.get('') ?? site.otherPages.get('');
  if (routed !== undefined && site.kind.addresses.exact === true) return { kind: 'file', path: routed };
  for (const { folder, routes, kind } of site.contents) {
    const found = routes.includes('') ? lookup(index, folder, kind === 'pages') : undefined;
    if (found?.kind === 'file') return found;
  }
  return { kind: 'folder' };
}

function isGenerated(site: Site, address: string): boolean {
  return site.generated.some((prefix) => isWithin(address, prefix));
}

/** Returns the same path in the folder that a translation falls back to. */
function untranslatedPath(site: Site, path: string): string | undefined {
  const content = contentOf(site, path);
  return content?.fallback === undefined ? undefined : joinParts(content.fallback, pathWithin(path, content.folder));
}
