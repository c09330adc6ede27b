import { decoded } from '../../text/decoded.ts';
import { mapBounded } from '../../map-bounded.ts';
import {
  folderOf,
  isMarkdown,
  isWithin,
  joinPath,
  pathWithin,
  relativePath,
  type PathIndex,
} from '../../text/paths.ts';
import type { Names, Site, SiteContext, WrappedTarget } from '../../site/kind.ts';
import { joinParts } from '../../site/site.ts';

/**
 * Unwraps a link of DocFX: relative targets name files exactly, `~/` is the folder of docfx.json, `\` separates like
 * `/`, `xref:` precedes a uid, and `#tab/…` selects a tab. dotnet.github.io/docfx/docs/links-and-cross-references.html
 */
export function unwrapDocFx(raw: string, site: Site): WrappedTarget | undefined {
  if (raw.startsWith('xref:')) return unwrapUid(raw.slice('xref:'.length));
  if (raw.startsWith('#tab/') || describesProgram(raw, site)) {
    return { before: '', target: raw, after: '', external: true };
  }
  if (/^[a-z][\w+.-]*:|^(?:[#/]|\\\\)/i.test(raw)) return undefined;
  const separator = raw.includes('\\') && !raw.includes('/') ? '\\' : '/';
  const before = /^~[\\/]/.test(raw) ? '~' : '';
  return {
    before,
    target: raw.slice(before.length).replaceAll('\\', '/'),
    after: '',
    find: findFile,
    names: (link) => namesOf(link).map((name) => name.replaceAll('/', separator)),
    redirected: true,
  };
}

/**
 * Whether a target such as `../api/Some.Type.yml` names a described type, like `xref:Some.Type`. The build generates
 * these descriptions from programs.
 */
function describesProgram(raw: string, { described = [] }: Site): boolean {
  const [, path = ''] = /^([^?#]+)\/[A-Z]\w*(?:\.\w+)*(?:[-`]\d+)?\.(?:yml|html|md)(?:[?#]|$)/.exec(raw) ?? [];
  return path !== '' && described.some((folder) => `/${path.replaceAll('\\', '/')}`.endsWith(`/${folder}`));
}

function unwrapUid(uid: string): WrappedTarget {
  const [target = ''] = uid.split(/[?#]/);
  const name = decoded(target);
  // Descriptions of types and members come from the programs themselves or from other sites.
  const external = /^[A-Z]\w*(?:\.\w+)+(?:[`({*#[].*)?$/.test(name);
  return { before: 'xref:', target, after: uid.slice(target.length), label: name.toLowerCase(), external };
}

interface Link {
  site: Site;
  from: string;
  path: string;
}

function findFile({ site, index, from, path }: Link & { index: PathIndex }): string | undefined {
  const file = path.startsWith('/') ? joinParts(site.root, path) : joinPath(folderOf(from), path);
  return file !== undefined && index.isFile(file) ? file : undefined;
}

function namesOf({ site, from, to, path }: Link & { to: string }): string[] {
  if (path.startsWith('/')) return isWithin(to, site.root) ? [`/${pathWithin(to, site.root)}`] : [];
  const relative = relativePath(folderOf(from), to);
  return [path.startsWith('./') && !relative.startsWith('.') ? `./${relative}` : relative];
}

/** Collects the uids from front matter and from API descriptions in the repository. */
export async function collectUids({ tree, index, facts }: SiteContext, site: Site): Promise<Names> {
  const files = index.files.filter(
    (path) => (isMarkdown(path) || /\.ya?ml$/.test(path)) && site.contents.some(({ folder }) => isWithin(path, folder)),
  );
  const read = await mapBounded(files, 64, (path) => facts.digest(tree, path, 'uids', uidsIn));
  const found = new Map<string, string>();
  for (const [position, known] of read.entries()) {
    if (known?.kind !== 'known' || known.value === '') continue;
    for (const uid of known.value.split('\n')) if (!found.has(uid)) found.set(uid, files[position] ?? '');
  }
  return found;
}

function uidsIn(text: string): string {
  const isDescription = /^\ufeff?### YamlMime:/.test(text);
  const head = text.startsWith('---') ? text.slice(0, text.indexOf('\n---', 3)) : '';
  const source = isDescription ? text : head;
  return [...source.matchAll(/^[ \t-]*(?:uid|api\d?):[ \t]*["']?([^"'\r\n]+?)["']?[ \t]*\r?$/gm)]
    .map((match) => (match[1] ?? '').toLowerCase())
    .join('\n');
}
