import { readEntries, readText } from '../../text/front-matter/front-matter.ts';
import { quoteStyleOf, writeText } from '../../text/front-matter/yaml-text.ts';
import { escapePattern } from './page-name.ts';
import { callAll } from '../plan.ts';
import type { PlanContext, Plan } from '../plan.ts';
import { revisePages } from '../replace/revise-pages.ts';

/** Front matter in which a page names its parent page by title, as Jekyll themes read it. */
const parentKeys = ['parent', 'grand_parent', 'ancestor'];

/** More titles than this need several searches. */
const titlesPerSearch = 40;

/**
 * Updates the front matter of pages that name their parent page by its old title.
 *
 * @param titles the new titles of pages, by the old ones.
 * @returns how many pages named one.
 */
export async function* updateParentTitles(context: PlanContext, titles: ReadonlyMap<string, string>): Plan<number> {
  const old = [...titles.keys()].filter((title) => !title.includes('\n'));
  const patterns: string[] = [];
  for (let from = 0; from < old.length; from += titlesPerSearch) {
    const names = old
      .slice(from, from + titlesPerSearch)
      .map(escapePattern)
      .join('|');
    patterns.push(`^(${parentKeys.join('|')}):\\s*["']?(${names})["']?\\s*$`);
  }
  const answers = yield* callAll(
    patterns.map((pattern) => ({ tool: 'search', input: { pattern, path: '/', limit: 500 } })),
  );
  const hits = answers.flatMap(({ ok, text }) => (ok ? text.split('\n') : []));
  const pages = new Set(hits.flatMap((hit) => /^(.+?\.(?:mdx?|markdown)):\d+:/iu.exec(hit)?.[1] ?? []));
  if (pages.size === 0) return 0;
  const revision = yield* revisePages(context, [...pages].sort(), ({ text, page }) =>
    readEntries(text, page).flatMap((entry) => {
      const title = parentKeys.includes(entry.key) ? titles.get(readText(text, entry) ?? '') : undefined;
      const style = quoteStyleOf(text.slice(entry.value.start, entry.value.end));
      return title === undefined ? [] : [{ ...entry.value, text: writeText(title, style) }];
    }),
  );
  return revision.changed.length;
}
