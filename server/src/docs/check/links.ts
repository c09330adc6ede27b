import { isSpecialAnchor, mayHaveAnchor } from '../links/anchors.ts';
import type { TargetUse } from '../links/resolution.ts';
import { parseTarget } from '../links/target.ts';
import { lineAt } from '../lines.ts';
import type { PageFacts, PageLink } from '../parse/page-facts.ts';
import { isMarkdown } from '../paths.ts';
import { problem, type Finding } from '../rules.ts';
import type { DocsView } from '../view.ts';
import { suggestAnchor, suggestTarget } from './suggest.ts';

/** Broken links, anchors and images of a page. */
export async function checkLinks(view: DocsView, path: string, text: string, facts: PageFacts): Promise<Finding[]> {
  const found: Finding[] = [];
  const referred = new Set(facts.references.map(({ identifier }) => identifier));
  for (const link of facts.links) {
    const use = useOf(link);
    // Nobody can follow a definition that nothing refers to.
    if (use === undefined || (link.identifier !== undefined && !referred.has(link.identifier))) continue;
    const resolution = await view.resolve(path, link.target, use);
    const line = () => lineAt(text, link.span.start);
    if (resolution.kind === 'missing') {
      found.push({
        ...missing(path, line(), link, resolution.expected),
        suggestion: suggestTarget(view, path, link.target, resolution.expected, use),
      });
    } else if (resolution.kind === 'found' && resolution.path !== undefined && !link.image) {
      const broken = await checkAnchor(view, path, resolution.path, resolution.anchor, link.target);
      if (broken) found.push({ ...broken, line: line() });
    }
  }
  return found;
}

/** How a link's target is used; undefined for elements whose addresses are not checked. */
export function useOf({ kind, image, element }: PageLink): TargetUse | undefined {
  if (kind !== 'attribute') return image ? 'image' : 'link';
  if (element === undefined || /^(?:link|script|iframe|source|video|audio|embed|object|base|use)$/.test(element))
    return undefined;
  // What a component does with `src` is its own business; with `href` and `to` it makes links.
  if (image && element !== 'img') return undefined;
  return image ? 'image' : 'attribute';
}

function missing(path: string, line: number, link: PageLink, expected: string): Finding {
  const rule = link.image ? 'image-missing' : 'link-broken';
  const what = link.image ? 'The image' : 'The link';
  return {
    ...problem(rule, path, line, `${what} leads to ${expected || 'the top'}, which is not there`, expected),
    subject: link.target,
  };
}

/** A broken anchor of one link, without its line; undefined when the anchor is there or may be. */
async function checkAnchor(
  view: DocsView,
  from: string,
  to: string,
  anchor: string,
  raw: string,
): Promise<Finding | undefined> {
  if (isSpecialAnchor(anchor) || !isMarkdown(to)) return undefined;
  const site = view.sites.of(to);
  const anchors = await view.anchors(to);
  if (!anchors || anchors.has(anchor)) return undefined;
  // Code hosts find anchors whatever their case.
  const ignoresCase = site.kind === 'plain';
  if (ignoresCase && [...anchors].some((known) => known.toLowerCase() === anchor.toLowerCase())) return undefined;
  const page = await view.page(to);
  const text = await view.text(to);
  if (page.kind !== 'known' || text.kind !== 'known') return undefined;
  const exact = site.kind !== 'gitbook' && site.kind !== 'mintlify' && site.certain;
  if (mayHaveAnchor(text.value, page.value, anchor, { kind: site.kind, exact })) return undefined;
  const suggestion = suggestAnchor(anchors, anchor);
  const target = parseTarget(raw);
  const before = target.kind === 'local' ? raw.slice(0, raw.length - target.hash.length) : '';
  return {
    ...problem(
      'anchor-broken',
      from,
      1,
      `${to === from ? 'This page' : to} has no heading or id \`${anchor}\``,
      `#${anchor}`,
    ),
    subject: raw,
    suggestion: suggestion === undefined ? undefined : `${before}#${suggestion}`,
  };
}
