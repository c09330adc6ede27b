import { decoded } from '../../text/decoded.ts';
import { namesIn } from '../../parse/myst.ts';
import { mapBounded } from '../../map-bounded.ts';
import { folderOf, isWithin, joinPath, type PathIndex } from '../../text/paths.ts';
import type { Names, Site, SiteContext, TargetUse, WrappedTarget } from '../../site/kind.ts';
import { joinParts } from '../../site/site.ts';

/** Extensions of files that Sphinx makes pages of. */
export const sourceEndings = ['.md', '.rst', '.ipynb', '.myst', '.markdown'] as const;

/**
 * Unwraps links and roles of MyST: myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html. A link names a
 * file or else a label of the project. `{doc}` names a page without extension, `{ref}` a label.
 */
export function unwrapMyst(raw: string, _site: Site, use: TargetUse): WrappedTarget | undefined {
  const role = rolePattern.exec(raw);
  if (role) return unwrapRole(role);
  const before = /^(project|path|inv):/.exec(raw)?.[0] ?? '';
  const target = raw.slice(before.length);
  if (before === 'inv:') return { before, target, after: '', external: true };
  if (/^(?:https?|mailto|ftp):|^\/\//i.test(target)) return undefined;
  // A label may look like a URL with a scheme: `prf:lemma`. If it is no label, it is a URL.
  if (/^[a-z][a-z\d+.-]*:/i.test(target)) return { before, target, after: '', label: nameOf(target) };
  const named = { before, target, after: '', ...otherwiseFor(target) };
  if (target.startsWith('#')) return { ...named, label: nameOf(target.slice(1)) };
  // HTML elements are resolved by browsers; images and includes name files.
  if (use === 'attribute' && /\.html?(?:[?#]|$)|^[^.#]*$|\/$/.test(target)) return undefined;
  if (use !== 'link' || before === 'path:' || hasEnding(target)) return { before, target, after: '', find: findFile };
  return { ...named, find: findSource, label: nameOf(target) };
}

/** What a target is if no file defines it as a label. */
function otherwiseFor(target: string): Pick<WrappedTarget, 'otherwise'> {
  if (isOfSphinx(target)) return { otherwise: 'generated' };
  return looksLikeCode(target.replace(/^#/, '')) ? { otherwise: 'external' } : {};
}

const rolePattern = /^(\{(doc|ref|numref|any|download)\}(`+))([\s\S]*?)\3$/;

function unwrapRole([, open = '', role = '', ticks = '', content = '']: RegExpExecArray): WrappedTarget {
  const [, title = '', inner] = /^([\s\S]*?\s?<)([^<>]*)>$/.exec(content) ?? [];
  const target = (inner ?? content).trim();
  const wrapped = { before: open + title, target, after: (inner === undefined ? '' : '>') + ticks };
  if (role === 'download') return { ...wrapped, find: findFile, external: /^[a-z]+:\/\//i.test(target) };
  if (role === 'doc') return { ...wrapped, find: findSource, pagesOnly: true };
  const label = nameOf(target);
  if (role === 'any') {
    return {
      ...wrapped,
      label,
      find: findSource,
      // `any` may name a program's object by its last part: `create_proxy`.
      ...(looksLikeCode(target) || /^\w+$/.test(target) ? { otherwise: 'external' as const } : {}),
    };
  }
  return { ...wrapped, label, ...(isOfSphinx(target) ? { otherwise: 'generated' as const } : {}) };
}

/** Whether Sphinx defines the label itself, such as the general index. */
function isOfSphinx(target: string): boolean {
  return /^(?:genindex|modindex|search|py-modindex)$/.test(target);
}

interface Link {
  site: Site;
  index: PathIndex;
  from: string;
  path: string;
}

/** Finds a file by its full name: relative to the page, or after a slash to the source folder. */
function findFile({ site, index, from, path }: Link): string | undefined {
  const file = placeOf(site, from, path);
  if (file === undefined || index.isFile(file)) return file;
  if (!file.endsWith('.*')) return undefined;
  // `image.*`: the builder picks its preferred format:
  // sphinx-doc.org/en/master/usage/restructuredtext/basics.html#images
  return ['svg', 'png', 'gif', 'jpg', 'jpeg', 'pdf', 'webp']
    .map((ending) => file.slice(0, -1) + ending)
    .find((candidate) => index.isFile(candidate));
}

/** The same, but a page's extension may be omitted. */
function findSource({ site, index, from, path }: Link): string | undefined {
  const file = placeOf(site, from, path);
  if (file === undefined || path.endsWith('/')) return undefined;
  return ['', ...sourceEndings].map((ending) => file + ending).find((candidate) => index.isFile(candidate));
}

function placeOf(site: Site, from: string, path: string): string | undefined {
  if (!path.startsWith('/')) return joinPath(folderOf(from), path);
  return joinParts(site.contents[0]?.folder ?? site.root, path);
}

/** Normalises a label: case is ignored, and a run of spaces counts as one. */
function nameOf(target: string): string {
  return decoded(target).toLowerCase().replace(/\s+/g, ' ').trim();
}

function hasEnding(target: string): boolean {
  return /\.[a-z]\w{0,6}(?:#|$)/i.test(target) && !looksLikeCode(target);
}

/**
 * Whether a target is a name in a program's API, such as `app.JupyterHub`, `Spawner` or `run()`. Extensions read these
 * from the program, as for roles such as {py:func}. They are not labels of the docs.
 */
function looksLikeCode(target: string): boolean {
  if (fileEnding.test(target)) return false;
  return /^[\w.]*[A-Z]\w*(?:\.\w+)*(?:\(\))?$|^\w+(?:\.\w+)+(?:\(\))?$|^\w+\(\)$/.test(target);
}

const fileEnding = /\.(?:md|rst|ipynb|myst|html?|txt|pdf|py|png|svg|jpe?g|gif|ya?ml|json|toml|cfg|zip|csv)(?:#|$)/i;

/** Returns the labels that Markdown and reStructuredText files of the site define. */
export async function collectLabels({ tree, index, facts }: SiteContext, site: Site): Promise<Names> {
  const files = index.files.filter(
    (path) =>
      /\.(?:md|myst|markdown|rst|txt|ipynb)$/.test(path) &&
      site.contents.some(({ folder }) => isWithin(path, folder)) &&
      !/(?:^|\/)_build\//.test(path),
  );
  const read = await mapBounded(files, 64, (path) => facts.digest(tree, path, 'names', namesText));
  const found = new Map<string, string>();
  for (const [position, known] of read.entries()) {
    if (known?.kind !== 'known' || known.value === '') continue;
    for (const name of known.value.split('\n')) if (!found.has(name)) found.set(name, files[position] ?? '');
  }
  return found;
}

function namesText(text: string): string {
  const source = isNotebook(text) ? sourceOf(text) : text;
  return [...namesIn(source), ...termsIn(source)].map(nameOf).join('\n');
}

/**
 * Returns the terms of glossaries, which are labels too:
 * myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html
 */
function termsIn(text: string): string[] {
  if (!/\{\.?glossary\}/.test(text)) return [];
  return [...text.matchAll(/^[ \t]*(\S[^\n]{0,200})\n(?=[ \t]*:[ \t]|[ \t]{2,}\S)/gm)].map((match) => match[1] ?? '');
}

function isNotebook(text: string): boolean {
  return /^\s*\{\s*"/.test(text);
}

/** Extracts the lines of a notebook's cells. Each is a JSON string on its own line. */
function sourceOf(notebook: string): string {
  return notebook.replace(/^[ \t]*"(.*?)(?:\\n)?",?[ \t]*\r?$/gm, '$1');
}
