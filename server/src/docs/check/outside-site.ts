import type { Verdict } from '../links/judge.ts';
import type { UsedLink } from '../links/uses.ts';
import type { DocsView } from '../view.ts';

/** Returns the verdict for a broken link that is not to be judged, else undefined. */
export type VerdictOutside = (link: UsedLink) => Promise<Verdict | undefined>;

/**
 * Leaves a link of a file outside the site unjudged if it led nowhere before the change too, at another target. It is
 * unknown what serves such a file: the Rust book copies `redirects/ffi.md` into another folder, and none of its links,
 * such as `ch20-01-unsafe-rust.html`, leads anywhere from its present place.
 */
export function openVerdictsOutside(before: DocsView | undefined, now: DocsView, path: string): VerdictOutside {
  if (!before || !isOutsideSite(before, path) || !isOutsideSite(now, path)) return () => Promise.resolve(undefined);
  let paired: Promise<Map<number, UsedLink>> | undefined;
  return async (link) => {
    const former = (await (paired ??= formerLinks(before, now, path))).get(link.span.start);
    if (!former || former.target === link.target) return undefined;
    const { kind } = await before.resolve(path, former.target, former.use);
    return kind === 'missing' || kind === 'not-judged' ? brokenBefore : undefined;
  };
}

const brokenBefore: Verdict = {
  kind: 'not-judged',
  because: 'their file is no page of the site, and from where it stands they led nowhere before either',
};

function isOutsideSite({ index, sites }: DocsView, path: string): boolean {
  return index.isFile(path) && sites.main !== sites.rest && sites.of(path) === sites.rest;
}

/**
 * Maps the position of each link's target to the link before the change. Links are matched by their source without the
 * target. Several equal ones are matched in order, unless their number changed.
 */
async function formerLinks(before: DocsView, now: DocsView, path: string): Promise<Map<number, UsedLink>> {
  const [old, own] = [await framedLinks(before, path), await framedLinks(now, path)];
  return new Map(
    [...own].flatMap(([frame, links]) => {
      const former = old.get(frame) ?? [];
      if (former.length !== links.length) return [];
      return links.flatMap(({ span }, at): [number, UsedLink][] => {
        const was = former[at];
        return was === undefined ? [] : [[span.start, was]];
      });
    }),
  );
}

async function framedLinks(view: DocsView, path: string): Promise<Map<string, UsedLink[]>> {
  const [text, page] = await Promise.all([view.text(path), view.page(path)]);
  if (text.kind === 'refused' || page.kind === 'refused') return new Map();
  return Map.groupBy(view.linksOf(path, page.value), ({ start, end, span }) =>
    `${text.value.slice(start, span.start)}\0${text.value.slice(span.end, end)}`.replaceAll(/\s+/g, ' '),
  );
}
