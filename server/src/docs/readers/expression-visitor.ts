import type { TextEdit } from '../text/lines.ts';
import type { PageToken } from '../parse/page-facts.ts';
import type { LostAt } from './lost.ts';

/** Collects the imports and expressions of MDX, and what remains of them in the text. */
export function expressionVisitor(text: string) {
  const edits: TextEdit[] = [];
  const lost: LostAt[] = [];

  return {
    edits,
    lost,
    exit({ type, start, end }: PageToken) {
      if (type === 'mdxjsEsm') edits.push({ start, end, text: '' });
      if (type !== 'mdxFlowExpression' && type !== 'mdxTextExpression') return;
      const source = text.slice(start + 1, end - 1).trim();
      const words = wordsOf(source);
      edits.push({ start, end, text: words ?? '' });
      if (words === undefined)
        lost.push({ kind: 'computed', at: start, name: source.split('\n')[0]?.slice(0, 60) ?? '' });
    },
  };
}

/** Returns the text that a comment or a plain string prints; undefined if only running the expression tells it. */
function wordsOf(source: string): string | undefined {
  // What is masked as a comment of MDX may still be written as one of HTML.
  if (source === '' || /^\/\*[^]*\*\/$/.test(source) || source.startsWith('!--')) return '';
  return /^(["'`])((?:(?!\1)[^\\$])*)\1$/.exec(source)?.[2];
}
