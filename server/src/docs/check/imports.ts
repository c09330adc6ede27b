import { lineAt } from '../text/lines.ts';
import { importsOf, mayImport } from '../parts/imports-of.ts';
import type { Parts } from '../parts/parts.ts';
import { roughImports } from '../parts/rough.ts';
import { problem } from '../rules.ts';
import { asJudged, joinJudged, nothingJudged, unjudged, type Judged } from './judged.ts';

/** Finds imports of missing files: in MDX, and in scripts where pages are Vue components. */
export async function checkImports(parts: Parts, path: string): Promise<Judged> {
  const { view } = parts;
  const text = await view.text(path);
  if (text.kind === 'refused' || !mayImport(view, path, text.value)) return nothingJudged;
  if (!(await mayBeMissing(parts, path, text.value))) return nothingJudged;
  const page = await view.page(path);
  if (page.kind === 'refused') return unjudged('import', 'the page cannot be parsed', path);
  const judged = importsOf(view, path, page.value).map(async ({ target, span }) => {
    const leads = await parts.resolveImport(path, target);
    if (leads.kind === 'unknown') return unjudged('import', leads.reason, `${path} ${target}`);
    if (leads.kind !== 'missing') return nothingJudged;
    const message = `The page imports ${leads.expected}, which does not exist`;
    const finding = problem('import-missing', path, lineAt(text.value, span.start), message, leads.expected);
    return asJudged({ ...finding, subject: target });
  });
  return joinJudged(await Promise.all(judged));
}

/**
 * Whether an import may be missing. If all candidates lead somewhere, the page need not be parsed, which saves most of
 * the work.
 */
async function mayBeMissing(parts: Parts, path: string, text: string): Promise<boolean> {
  const leads = await Promise.all(roughImports(text).map((target) => parts.resolveImport(path, target)));
  return leads.some(({ kind }) => kind === 'missing' || kind === 'unknown');
}
