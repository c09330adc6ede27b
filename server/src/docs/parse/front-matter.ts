import { isMap, isScalar, parseDocument, visit, type Document } from 'yaml';
import type { PageFacts, PageFault, PageLink } from './page-facts.ts';

const maximumLength = 64_000;

/** Reads the front matter's YAML: returns the scalars of its top level, its links, and its first error. */
export function readFrontMatter({ yaml, yamlStart }: { yaml: string; yamlStart: number }): {
  data: PageFacts['data'];
  fault: PageFault | undefined;
  links: PageLink[];
} {
  if (yaml.length > maximumLength) return { data: undefined, fault: undefined, links: [] };
  const document = parseDocument(yaml, { logLevel: 'silent', uniqueKeys: false, strict: false });
  const [error] = document.errors;
  if (error) {
    const message = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? '';
    return {
      data: undefined,
      fault: { rule: 'front-matter-yaml', offset: yamlStart + error.pos[0], message },
      links: [],
    };
  }
  if (!isMap(document.contents)) return { data: undefined, fault: undefined, links: [] };
  const data: NonNullable<PageFacts['data']> = {};
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key) || !isScalar(value)) continue;
    const scalar = value.value;
    if (scalar === null || typeof scalar === 'string' || typeof scalar === 'number' || typeof scalar === 'boolean') {
      data[String(key.value)] = scalar;
    }
  }
  return { data, fault: undefined, links: linksIn(document, yaml, yamlStart) };
}

/** Returns links such as `link: /guide/` in the buttons of a front page. */
function linksIn(document: Document, yaml: string, yamlStart: number): PageLink[] {
  const links: PageLink[] = [];
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== 'link' || !isScalar(value) || typeof value.value !== 'string') return;
      const target = value.value;
      const at = value.range ? yaml.indexOf(target, value.range[0]) : -1;
      if (!/^\.{0,2}\//.test(target) || at === -1 || at > (value.range?.[0] ?? 0) + 1) return;
      const span = { start: yamlStart + at, end: yamlStart + at + target.length };
      links.push({ ...span, span, target, kind: 'attribute', image: false, element: 'front-matter' });
    },
  });
  return links;
}
