import { lineAt } from '../lines.ts';
import type { Parts } from '../parts/parts.ts';
import { problem } from '../rules.ts';
import { found, joinJudged, nothingJudged, unjudged, type Judged } from './judged.ts';

/** Includes of a page that name files that are not there. */
export async function checkIncludes(parts: Parts, path: string): Promise<Judged> {
  const text = await parts.view.text(path);
  if (text.kind === 'refused') return nothingJudged;
  const includes = await parts.includes(path, text.value);
  return joinJudged(
    includes.map(({ target, span, leads }) => {
      if (leads.kind === 'found') return nothingJudged;
      if (leads.kind === 'unknown') return unjudged('include', leads.reason, `${path} ${target}`);
      const message = `The page takes in ${leads.expected}, which is not there`;
      const finding = problem('include-missing', path, lineAt(text.value, span.start), message, leads.expected);
      return found({ ...finding, subject: target });
    }),
  );
}
