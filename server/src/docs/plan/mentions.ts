import { lineAt, replaceSpans, type TextEdit } from '../text/lines.ts';
import { mapBounded } from '../map-bounded.ts';
import { compareOwnFile } from '../own-files/compare-own-file.ts';
import { ownFile } from '../own-files/own-files.ts';
import { isWithin, pathWithin } from '../text/paths.ts';
import { openStores, redirectEntriesOf } from '../redirects/open.ts';
import type { Span } from '../tree.ts';
import type { DocsView } from '../view.ts';
import type { Drafts } from './drafts.ts';
import type { FormerPath } from './redirects/former-paths.ts';
import type { Mention } from './plan.ts';
import { repeatedItem } from './repeated-item.ts';
import { openReferences, type Reference } from './references.ts';

/** Further lines are counted, not listed. */
const maximumListed = 100;
/** Searching more than this takes too long for what it finds: the rest of a repository belongs to the product. */
const maximumFiles = 20_000;
const maximumCharacters = 200_000_000;

/**
 * Finds the remaining mentions of old paths and addresses in any text of the tree. In configuration, data and themes of
 * the site, a string that is exactly such a name is renewed if a job may write it there. The other places are reported.
 */
export async function updateMentions(
  view: DocsView,
  { formerPaths, folders }: { formerPaths: FormerPath[]; folders: FormerPath[] },
  drafts: Drafts,
): Promise<{ mentions: Mention[]; more: number }> {
  const references = openReferences(view.index, [...folders, ...formerPaths]);
  const gone = new Map(formerPaths.map((former) => [former.path, former]));
  const sourcesInRedirects = await redirectSources(view, formerPaths);
  const mentions = openMentions(drafts);
  await visitTexts(view, async (path, text) => {
    // The mentions in a deleted file disappear with it.
    if (gone.has(path) && gone.get(path)?.to?.file !== path) return;
    const renewals: { found: Reference; edit: TextEdit }[] = [];
    for (const found of references.in(path, text)) {
      if (drafts.touches(path, found) || sourcesInRedirects.get(path)?.has(found.start)) continue;
      const renewed =
        isOfSite(view, path) && isWholeString(path, text, found) ? references.renewed(found, path) : undefined;
      if (renewed === undefined) mentions.add(path, text, found, gone.get(path)?.to?.path);
      else renewals.push({ found, edit: renewalEdit(text, found, renewed) });
    }
    const edits = renewals.map(({ edit }) => edit);
    if (await mayBeEdited(view, path, text, edits)) drafts.add(path, edits, { optional: true });
    else for (const { found } of renewals) mentions.add(path, text, found);
  });
  return mentions.collected();
}

/** Returns the edit to the new name, or the removal of an item whose new name its list already contains. */
function renewalEdit(text: string, { start, end }: Reference, renewed: string): TextEdit {
  const repeated = repeatedItem(text, { start, end }, renewed);
  return repeated ? { ...repeated, text: '' } : { start, end, text: renewed };
}

/**
 * Returns whether a file may get these edits. In settings and programs of a site, only navigation and redirects may
 * change: an edit elsewhere, such as in the settings of a plugin, would prevent the whole file from being written.
 */
async function mayBeEdited(
  { facts, folder, sites }: DocsView,
  path: string,
  text: string,
  edits: TextEdit[],
): Promise<boolean> {
  const roots = sites.all.map(({ root }) => root);
  const own = edits.length === 0 ? undefined : ownFile(path, folder, roots);
  if (own === undefined) return true;
  return (await compareOwnFile(facts, { own, path, before: text, after: replaceSpans(text, edits) })) === undefined;
}

/** Visits the texts that may name pages, those of the docs first, up to the limits above. */
export async function visitTexts(
  view: DocsView,
  visit: (path: string, text: string) => void | Promise<void>,
): Promise<void> {
  let left = maximumCharacters;
  const files = view.index.files
    .filter((path) => isSearched(path))
    .toSorted((a, b) => closeness(view, b) - closeness(view, a));
  await mapBounded(files.slice(0, maximumFiles), 16, async (path) => {
    if (left <= 0) return;
    const text = await view.text(path);
    if (text.kind === 'refused') return;
    left -= text.value.length;
    await visit(path, text.value);
  });
}

/** Collects places, each line once, and counts those beyond the limit. */
export function openMentions(drafts: Drafts) {
  const mentions: Mention[] = [];
  let more = 0;
  return {
    add(path: string, text: string, found: Span, is = path): void {
      if (mentions.length >= maximumListed) {
        more += 1;
        return;
      }
      const line = lineAt(text, found.start) + drafts.linesBefore(path, text, found.start);
      mentions.push({ path: is, line, text: lineOf(text, found) });
    },
    collected(): { mentions: Mention[]; more: number } {
      const sorted = mentions.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
      return { mentions: sorted.filter((one, at) => at === 0 || !isSame(one, sorted[at - 1])), more };
    },
  };
}

function isSame(a: Mention, b: Mention | undefined): boolean {
  return a.path === b?.path && a.line === b.line;
}

function lineOf(text: string, { start, end }: Span): string {
  const from = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - 100);
  const newline = text.indexOf('\n', end);
  const to = Math.min(newline === -1 ? text.length : newline, end + 100);
  return text.slice(from, to).trim();
}

/** Returns the positions of old addresses in redirects, which must stay there. */
async function redirectSources(view: DocsView, formerPaths: FormerPath[]): Promise<Map<string, Set<number>>> {
  const found = new Map<string, Set<number>>();
  for (const site of new Set(formerPaths.map((former) => former.site))) {
    for (const { open, redirect } of redirectEntriesOf(await openStores(view, site))) {
      const starts = found.get(open.store.path) ?? new Set();
      found.set(open.store.path, starts.add(redirect.sourceSpan.start));
    }
  }
  return found;
}

function isSearched(path: string): boolean {
  if (/(?:^|\/)(?:node_modules|vendor|dist|build|\.git|\.yarn|target)\//.test(path)) return false;
  if (
    /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|go\.sum|[^/]*\.(?:lock|min\.js|map|snap))$/.test(
      path,
    )
  )
    return false;
  return !/\.(?:png|jpe?g|gif|webp|avif|ico|svg|woff2?|ttf|otf|eot|mp[34]|webm|mov|pdf|zip|gz|xz|jar|wasm|exe|so|dll|po|pot|ipynb)$/i.test(
    path,
  );
}

/** Ranks files for the search: those of the docs first, then those of the site, then the others. */
function closeness(view: DocsView, path: string): number {
  if (isWithin(path, view.folder) && view.folder !== '') return 2;
  return isWithin(path, view.sites.main.root) ? 1 : 0;
}

/** Returns whether a file is configuration, data or a theme of the site, and not part of the product beside it. */
function isOfSite(view: DocsView, path: string): boolean {
  const { main } = view.sites;
  if (
    !/\.(?:jsonc?|ya?ml|toml|[mc]?[jt]sx?|vue|astro|svelte|html)$/.test(path) ||
    /(?:^|\/)(?:package|tsconfig[^/]*)\.json$/.test(path)
  )
    return false;
  if (main === view.sites.rest || !isWithin(path, main.root)) return false;
  if (main.root !== '') return true;
  return /^(?:[^/]+|(?:\.vitepress|_data|data|_includes|_layouts|layouts|overrides|theme|snippets|components|config|src\/(?:components|theme|data|pages|content|config|css))\/.*)$/.test(
    pathWithin(path, main.root),
  );
}

/** Returns whether a string, or a value of YAML, consists of the reference alone. */
function isWholeString(path: string, text: string, { start, end }: Reference): boolean {
  const [before, after] = [text[start - 1], text[end]];
  if (before !== undefined && /["'`]/.test(before)) return before === after;
  if (!/\.ya?ml$/.test(path)) return false;
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return (
    /^\s*(?:- )*(?:(?:"[^"]*"|'[^']*'|[^\s"'#:][^"'#:]*):[ \t]+)?$/.test(line) &&
    line.trim() !== '' &&
    /^[ \t]*(?:#.*)?(?:\r?\n|$)/.test(text.slice(end, end + 200))
  );
}
