import { folderOf, joinPath, pathWithin, stemOf, isWithin } from '../../text/paths.ts';
import type { PathIndex } from '../../text/paths.ts';
import type { Site, WrappedTarget } from '../../site/kind.ts';

/**
 * Unwraps targets in Liquid: `{% link a.md %}`, `{{ '/a' | relative_url }}`, `{{ site.baseurl }}/a`.
 * jekyllrb.com/docs/liquid
 */
export function unwrapLiquid(raw: string, site: Site): WrappedTarget | undefined {
  const text = raw.trim();
  return unwrapTag(text) ?? unwrapFilter(text) ?? unwrapText(text) ?? unwrapVariables(text, site);
}

const tag = /^((?:\{\{-?\s*site\.(?:url|baseurl)\s*-?\}\})*\/?\{%-?\s*(link|post_url)\s+)([^\s{}%]+)(\s*-?%\}.*)$/s;

function unwrapTag(text: string): WrappedTarget | undefined {
  const [, before, name, target, after] = tag.exec(text) ?? [];
  if (before === undefined || target === undefined || after === undefined) return undefined;
  const wrapped = { before, target, after };
  return name === 'link'
    ? { ...wrapped, find: linkedFile, names: ({ site, to }) => [pathWithin(to, sourceOf(site))] }
    : { ...wrapped, find: postNamed, names: ({ to }) => [stemOf(to)] };
}

interface Link {
  site: Site;
  index: PathIndex;
  path: string;
}

/** Finds a file by its whole path from the site's source, with its extension. */
function linkedFile({ site, index, path }: Link): string | undefined {
  const file = joinPath(sourceOf(site), path);
  return file !== undefined && index.isFile(file) ? file : undefined;
}

/** Finds a post by its name without extension. The name may begin with the folders of the post. */
function postNamed({ site, index, path }: Link): string | undefined {
  return index
    .byStem(stemOf(`${path}.md`))
    .find(
      (file) =>
        isWithin(file, site.root) &&
        /(?:^|\/)_posts\//.test(file) &&
        `/${folderOf(file)}/${stemOf(file)}`.endsWith(`/${path.replace(/^\//, '')}`),
    );
}

const filter =
  /^(\{\{-?\s*(["']))([^"'{}]*)(\2\s*\|[^{}]*\b(?:relative_url|absolute_url|site\.(?:base)?url)\b[^{}]*\}\}.*)$/s;

function unwrapFilter(text: string): WrappedTarget | undefined {
  const [, before, , target, after] = filter.exec(text) ?? [];
  if (before === undefined || target === undefined || after === undefined) return undefined;
  // Text after the filter is part of the path: `{{ '/docs' | relative_url }}/a`.
  if (/\}\}[^#]/.test(after)) return undefined;
  return { before, target, after, prefix: '/' };
}

const quoted = /^(\{\{-?\s*(["']))([^"'{}|]*)(\2\s*-?\}\})$/;

/** Unwraps a plain string: `{{ "files/a.pdf" }}`. */
function unwrapText(text: string): WrappedTarget | undefined {
  const [, before, , target, after] = quoted.exec(text) ?? [];
  return before === undefined || target === undefined || after === undefined ? undefined : { before, target, after };
}

const variables = /^((?:\{\{-?\s*site\.[\w.-]+\s*-?\}\})+)([^{}]*)$/s;

/**
 * Replaces configuration values in front of a path. Returns undefined when one is unknown, because the target is then
 * computed.
 */
function unwrapVariables(text: string, site: Site): WrappedTarget | undefined {
  const [, before, target] = variables.exec(text) ?? [];
  if (before === undefined || target === undefined) return undefined;
  let prefix = '';
  for (const [, name = ''] of before.matchAll(/site\.([\w.-]+?)\s*-?\}\}/g)) {
    const value = name.startsWith('github.') ? 'https://github.com' : site.variables?.get(name);
    if (value === undefined) return undefined;
    prefix += value;
  }
  const wrapped = { before, target, after: '' };
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(prefix)) return { ...wrapped, external: true };
  return { ...wrapped, prefix: prefix.startsWith('/') ? prefix : `/${prefix}` };
}

/** The folder that paths in tags are relative to. */
export function sourceOf(site: Site): string {
  return site.contents[0]?.folder ?? site.root;
}
