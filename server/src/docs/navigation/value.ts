import type { ReferenceWanted, SiteView } from '../site/kind.ts';

/** How a file of navigation names a page; undefined when no way is known that leads there. */
export async function referenceValue(view: SiteView, wanted: ReferenceWanted): Promise<string | undefined> {
  const { site, source, like } = wanted;
  const find = await source.format.finder(view, site, source);
  const base = like.base ?? '';
  const names = await source.format.names(view, wanted);
  const own = names.flatMap((value) => (value.startsWith(base) ? [value.slice(base.length)] : []));
  // A chapter of a SUMMARY.md may be a part of a page.
  const hash = source.format.file === 'text' ? (/#.*$/.exec(like.value)?.[0] ?? '') : '';
  return own.find((value) => find(base + value)?.path === wanted.to)?.concat(hash);
}
