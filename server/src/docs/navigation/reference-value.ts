import type { ReferenceWanted, SiteView } from '../site/kind.ts';

/** Returns how a navigation file names a page, or undefined when no name leads to it. */
export async function referenceValue(view: SiteView, wanted: ReferenceWanted): Promise<string | undefined> {
  const { site, source, like } = wanted;
  const find = await source.format.finder(view, site, source);
  const base = like.base ?? '';
  const names = await source.format.names(view, wanted);
  const own = names.flatMap((value) => (value.startsWith(base) ? [value.slice(base.length)] : []));
  // A chapter of a SUMMARY.md may be a section of a page.
  const hash = source.format.file === 'text' ? (/#.*$/.exec(like.value)?.[0] ?? '') : '';
  return own.find((value) => find(base + value)?.path === wanted.to)?.concat(hash);
}
