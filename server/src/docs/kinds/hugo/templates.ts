import { mapBounded } from '../../map-bounded.ts';
import { isWithin } from '../../text/paths.ts';
import type { ReadSite, SiteContext } from '../../site/kind.ts';
import type { TemplateAnchors } from '../../site/made-anchors.ts';

/** How many templates are read at most. A site has some dozens. */
const maximumTemplates = 500;

/**
 * Reads from a site's templates which targets its link render hook compares with (`[term](g)`), and which shortcodes
 * make no anchors. gohugo.io/render-hooks/links, gohugo.io/templates/shortcode
 */
export async function readTemplates(
  { tree, index, facts }: SiteContext,
  root: string,
): Promise<Required<Pick<ReadSite, 'ownTargets' | 'quietParts' | 'templateAnchors'>>> {
  const templates = index.files
    .filter((path) => isWithin(path, root) && template.test(path))
    .slice(0, maximumTemplates);
  const ownTargets = new Set<string>();
  const quietParts = new Set<string>();
  const templateAnchors = new Map<string, TemplateAnchors>();
  await mapBounded(templates, 16, async (path) => {
    const text = await facts.text(tree, path);
    if (text.kind === 'refused') return;
    const name = template.exec(path)?.[1];
    if (name === undefined) for (const [, target = ''] of text.value.matchAll(comparedTarget)) ownTargets.add(target);
    else if (!makesAnchors.test(text.value)) quietParts.add(name);
    else if (!takesFromElsewhere.test(text.value)) templateAnchors.set(name, anchorsOf(text.value));
  });
  return { ownTargets, quietParts, templateAnchors };
}

function anchorsOf(template: string): TemplateAnchors {
  const ids = template.matchAll(/\bid\s*=\s*["']?([\w-]*)\{\{/g);
  return { prefixes: [...new Set([...ids].map(([, prefix = '']) => prefix))], words: wordsIn(template) };
}

/** Returns the words of a text that an anchor may contain. */
export function wordsIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{M}]+/gu));
}

/** Text that comes neither from the template itself nor from its arguments. */
const takesFromElsewhere =
  /\bData\b|GetPage|readFile|readDir|resources\.|transform\.Unmarshal|getJSON|getCSV|RawContent|\.Content\b|RenderShortcodes|\bpartial(?:Cached)?\b|\.(?:Regular)?Pages\b|\.Page\.(?!Scratch|Store)|\bi18n\b|\.Site\.|\bsite\./;

const template = /(?:^|\/)layouts\/(?:.*\/)?(?:_?shortcodes\/(.+)|_markup\/render-link)(?:\.\w+)?\.html$/;

const comparedTarget = /\beq\s+(?:\$\w+|\.Destination|\$\w+\.(?:String|Path))\s+["`]([^"`\s]+)["`]/g;

/**
 * Headings or ids of the template, or text from elsewhere. The content between a shortcode's tags is visible in the
 * page.
 */
const makesAnchors = /<h[1-6]\b|\bid\s*=|RenderShortcodes|readFile|RawContent|\.Content\b/i;
