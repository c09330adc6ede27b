import type { PageToken } from './page-facts.ts';
import type { Span } from '../tree.ts';

/** Collects the spans that are not prose (code, MDX, addresses, front matter) and the imports of MDX. */
export function codeVisitor(text: string) {
  const spans: Span[] = [];
  const imports: { target: string; span: Span }[] = [];
  const found: { frontMatter: (Span & { yaml: string; yamlStart: number }) | undefined } = { frontMatter: undefined };
  let yaml: Span | undefined;

  return {
    spans,
    imports,
    get frontMatter() {
      return found.frontMatter;
    },
    exit({ type, start, end }: PageToken) {
      if (type === 'yamlValue') yaml = { start: yaml?.start ?? start, end };
      if (type === 'yaml') {
        const value = yaml ?? { start: text.indexOf('\n', start) + 1, end: text.indexOf('\n', start) + 1 };
        found.frontMatter = { start, end, yaml: text.slice(value.start, value.end), yamlStart: value.start };
      }
      if (type === 'mdxjsEsm') readImports(start, end);
      if (codeTypes.has(type)) spans.push({ start, end });
    },
  };

  function readImports(start: number, end: number): void {
    for (const match of text.slice(start, end).matchAll(/\b(?:from|import)\s*(["'])([^"'\n]+)\1/g)) {
      const target = match[2] ?? '';
      const at = start + match.index + match[0].length - 1 - target.length;
      imports.push({ target, span: { start: at, end: at + target.length } });
    }
  }
}

const codeTypes = new Set([
  'yaml',
  'toml',
  'codeFenced',
  'codeIndented',
  'codeText',
  'autolink',
  'mdxjsEsm',
  'mdxFlowExpression',
  'mdxTextExpression',
  'mdxJsxFlowTag',
  'mdxJsxTextTag',
  'gfmFootnoteCall',
  'gfmFootnoteDefinitionLabel',
  'tableDelimiterRow',
]);
