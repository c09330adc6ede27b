import type { TextEdit } from '../text/lines.ts';
import { importsOf, mayImport } from '../parts/imports-of.ts';
import type { Include } from '../parts/notations.ts';
import { pagesNaming, partNames } from '../parts/pages-naming.ts';
import type { Parts } from '../parts/parts.ts';
import { isMarkdown, isWithin } from '../text/paths.ts';
import type { Span } from '../tree.ts';
import type { DocsView } from '../view.ts';
import { spellings } from './part-spellings.ts';

/** Returns the pages that import or include one of the files. */
export async function pagesThatInclude(view: DocsView, paths: string[]): Promise<string[]> {
  const files = view.index.files.filter((file) => isMarkdown(file) && isWithin(file, view.folder));
  return pagesNaming(view, files, [...new Set(paths.flatMap(partNames))]);
}

/** An import or include of a page, and how its target is resolved. */
interface Part {
  target: string;
  span: Span;
  include: Include | undefined;
}

interface Move {
  page: string;
  moves: ReadonlyMap<string, string>;
}

/**
 * Returns the new targets of a page's imports and includes, so that it includes the same files after a move: targets
 * that led to moved files, and all relative ones if the page itself moves.
 */
export async function movedParts(before: Parts, after: Parts, { page, moves }: Move): Promise<TextEdit[]> {
  const place = moves.get(page) ?? page;
  const edits: TextEdit[] = [];
  for (const part of await partsOf(before, page)) {
    const former = await leadsOf(before, page, part);
    if (former.kind !== 'found' && (former.kind !== 'missing' || !moves.has(page))) continue;
    const was = former.kind === 'found' ? former.path : former.expected;
    const wanted = moves.get(was) ?? was;
    // A missing target stays missing, and still names the same file.
    const leads = async (target: string) => {
      const now = await leadsOf(after, place, { ...part, target });
      return (now.kind === 'found' && now.path === wanted) || (now.kind === 'missing' && now.expected === wanted);
    };
    if (await leads(part.target)) continue;
    const places = await after.placesOf(place);
    const options = { ...part, ...places, place, was, wanted, site: after.view.sites.of(place) };
    const text = await firstThat(spellings(options), leads);
    if (text !== undefined) edits.push({ ...part.span, text });
  }
  return edits;
}

async function partsOf(parts: Parts, page: string): Promise<Part[]> {
  const { view } = parts;
  const text = await view.text(page);
  if (text.kind === 'refused') return [];
  const includes = await parts.includes(page, text.value);
  const facts = mayImport(view, page, text.value) ? await view.page(page) : undefined;
  const imports = facts?.kind === 'known' ? importsOf(view, page, facts.value) : [];
  return [
    ...includes.map((include) => ({ target: include.target, span: include.span, include })),
    ...imports.map(({ target, span }) => ({ target, span, include: undefined })),
  ];
}

async function leadsOf(parts: Parts, page: string, { target, include }: Part) {
  return include ? parts.resolveInclude(page, { ...include, target }) : parts.resolveImport(page, target);
}

async function firstThat(texts: string[], holds: (text: string) => Promise<boolean>): Promise<string | undefined> {
  for (const text of texts) if (await holds(text)) return text;
  return undefined;
}
