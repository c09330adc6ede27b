import { editDistance } from '../docs/text/edit-distance.ts';
import type { Manual } from './manual.ts';
import type { ManualPage } from './page.ts';

const mostPages = 5;

/** Finds pages that an address may have meant: those spelt similarly, then those that contain its words. */
export async function nearPages({ pages, search }: Manual, slug: string): Promise<ManualPage[]> {
  const asked = slug.toLowerCase().slice(0, 80);
  const spelt = [...pages.values()].flatMap((page) => {
    const distance = distanceOf(page.slug, asked) ?? distanceOf(page.slug, asked.replace(/^.*\//, ''));
    return distance === undefined ? [] : [{ page, distance }];
  });
  const nearest = spelt.toSorted((one, other) => one.distance - other.distance).map(({ page }) => page);
  const find = await search();
  const found = find(asked.replaceAll(/[/._-]+/g, ' '), 20).flatMap((hit) => pages.get(hit.slug) ?? []);
  return [...new Set([...nearest, ...found])].slice(0, mostPages);
}

/**
 * Returns the edit distance of a slug from the requested one; undefined when it is more than a third of the letters.
 */
function distanceOf(slug: string, asked: string): number | undefined {
  return editDistance(slug, asked, Math.max(1, Math.floor(asked.length / 3)));
}
