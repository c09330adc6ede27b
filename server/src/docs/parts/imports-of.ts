import type { PageFacts } from '../parse/page-facts.ts';
import type { DocsView } from '../view.ts';

/**
 * Returns the imports of a page that its bundler follows. An included part of a Vue page imports relative to the page
 * that includes it.
 */
export function importsOf(view: DocsView, path: string, facts: PageFacts): PageFacts['imports'] {
  if (view.sites.of(path).kind.parts.scripts) return view.isPage(path) ? facts.scriptImports : [];
  return isMdx(view, path) ? facts.imports : [];
}

/** Returns whether a text may contain such an import. */
export function mayImport(view: DocsView, path: string, text: string): boolean {
  if (view.sites.of(path).kind.parts.scripts) return text.includes('<script');
  return isMdx(view, path) && /^(?:import|export)\b/m.test(text);
}

function isMdx(view: DocsView, path: string): boolean {
  return view.dialectOf(path).startsWith('mdx');
}
