import type { PageFacts, PageLink } from '../parse/page-facts.ts';
import type { SiteKind, TargetUse } from '../site/kind.ts';

/** A link that readers can follow, or an image that they see. */
export type UsedLink = PageLink & { use: TargetUse };

/** Returns the links of a page that are checked, in page order. */
export function linksIn(kind: SiteKind, { links, references }: PageFacts): UsedLink[] {
  const referred = new Set(references.map(({ identifier }) => identifier));
  return links.flatMap((link) => {
    // A definition without references is no link that anyone can follow.
    if (link.identifier !== undefined && !referred.has(link.identifier)) return [];
    const use = useOf(kind, link);
    return use === undefined ? [] : [{ ...link, use }];
  });
}

/** Returns how a link's target is used, or undefined for elements whose targets are not checked. */
export function useOf(siteKind: SiteKind, { kind, image, element, attribute }: PageLink): TargetUse | undefined {
  if (kind !== 'attribute') return image ? 'image' : 'link';
  if (element === undefined || /^(?:link|script|iframe|source|video|audio|embed|object|base|use)$/.test(element))
    return undefined;
  const own = attribute === undefined ? undefined : siteKind.links.attribute?.(element, attribute);
  if (own !== undefined) return own === 'other' ? undefined : own === 'image' ? 'image' : 'attribute';
  // It is unknown what a component does with `src`. With `href` and `to` it creates links.
  if (image && element !== 'img') return undefined;
  return image ? 'image' : 'attribute';
}
