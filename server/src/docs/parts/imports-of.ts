import type { PageFacts } from '../parse/page-facts.ts';
import type { DocsView } from '../view.ts';

/** The imports of a page that its bundler follows. A part of a page of Vue imports from where it is taken in. */
export function importsOf(view: DocsView, path: string, facts: PageFacts): PageFacts['imports'] {
  if (view.sites.of(path).kind.parts.scripts) return view.isPage(path) ? facts.scriptImports : [];
  return isMdx(view, path) ? facts.imports : [];
}

/** Whether a text has what may be such an import. */
export function mayImport(view: DocsView, path: string, text: string): boolean {
  if (view.sites.of(path).kind.parts.scripts) return text.includes('<script');
  return isMdx(view, path) && /^(?:import|export)\b/m.test(text);
}

function isMdx(view: DocsView, path: string): boolean {
  return view.dialectOf(path).startsWith('mdx');
}
