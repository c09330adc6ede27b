import { folderOf, joinPath, pathWithin, stemOf, isWithin } from '../../paths.ts';
import type { PathIndex } from '../../paths.ts';
import type { Site, WrappedTarget } from '../../site/kind.ts';

/** Targets in Liquid: `{% link a.md %}`, `{{ '/a' | relative_url }}`, `{{ site.baseurl }}/a`. jekyllrb.com/docs/liquid */
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

/** The whole path from the top of the site, with its ending. */
function linkedFile({ site, index, path }: Link): string | undefined {
  const file = joinPath(sourceOf(site), path);
  return file !== undefined && index.isFile(file) ? file : undefined;
}

/** A post by its name without its ending, with the folders between it and `_posts` where it has some. */
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
  // What follows the filter belongs to the path: `{{ '/docs' | relative_url }}/a`.
  if (/\}\}[^#]/.test(after)) return undefined;
  return { before, target, after, prefix: '/' };
}

const quoted = /^(\{\{-?\s*(["']))([^"'{}|]*)(\2\s*-?\}\})$/;

/** A text that stands for itself: `{{ "files/a.pdf" }}`. */
function unwrapText(text: string): WrappedTarget | undefined {
  const [, before, , target, after] = quoted.exec(text) ?? [];
  return before === undefined || target === undefined || after === undefined ? undefined : { before, target, after };
}

const variables = /^((?:\{\{-?\s*site\.[\w.-]+\s*-?\}\})+)([^{}]*)$/s;

/** Values of the configuration in front of a path; computed where one is not there. */
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

/** The folder that paths of tags count from. */
export function sourceOf(site: Site): string {
  return site.contents[0]?.folder ?? site.root;
}
