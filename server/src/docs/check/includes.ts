import { lineAt } from '../text/lines.ts';
import { mapBounded } from '../map-bounded.ts';
import type { Include } from '../parts/notations.ts';
import type { Parts } from '../parts/parts.ts';
import { problem } from '../rules.ts';
import { asJudged, joinJudged, nothingJudged, unjudged, type Judged } from './judged.ts';

/** Finds includes that name missing files or parts. */
export async function checkIncludes(parts: Parts, path: string): Promise<Judged> {
  const text = await parts.view.text(path);
  if (text.kind === 'refused') return nothingJudged;
  const includes = await parts.includes(path, text.value);
  const judged = await mapBounded(includes, 4, async (include) => {
    const { target, span, leads, part = '' } = include;
    if (leads.kind === 'unknown') return unjudged('include', leads.reason, `${path} ${target}`);
    if (leads.kind === 'found' && (await hasPart(parts, include, leads.path))) return nothingJudged;
    const place = leads.kind === 'found' ? leads.path : leads.expected;
    const message =
      leads.kind === 'found' ? `${place} has no part \`${part}\`` : `The page includes ${place}, which does not exist`;
    const finding = problem('include-missing', path, lineAt(text.value, span.start), message, place);
    return asJudged({ ...finding, subject: leads.kind === 'found' ? target + part : target });
  });
  return joinJudged(judged);
}

/** Whether the included file has the part. A file that cannot be read may have any part. */
async function hasPart({ view }: Parts, { notation, part }: Include, path: string): Promise<boolean> {
  if (part === undefined || !notation.hasPart) return true;
  const text = await view.text(path);
  return text.kind === 'refused' || notation.hasPart(text.value, part);
}
