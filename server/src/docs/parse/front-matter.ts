import { isMap, isScalar, parseDocument } from 'yaml';
import type { PageFacts, PageFault } from './page-facts.ts';

const maximumLength = 64_000;

/** Reads the front matter's YAML: the scalars of its top level, and what is wrong with it. */
export function readFrontMatter({ yaml, yamlStart }: { yaml: string; yamlStart: number }): {
  data: PageFacts['data'];
  fault: PageFault | undefined;
} {
  if (yaml.length > maximumLength) return { data: undefined, fault: undefined };
  const document = parseDocument(yaml, { logLevel: 'silent', uniqueKeys: false, strict: false });
  const [error] = document.errors;
  if (error) {
    const message = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? '';
    return { data: undefined, fault: { rule: 'front-matter-yaml', offset: yamlStart + error.pos[0], message } };
  }
  if (!isMap(document.contents)) return { data: undefined, fault: undefined };
  const data: NonNullable<PageFacts['data']> = {};
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key) || !isScalar(value)) continue;
    const scalar = value.value;
    if (scalar === null || typeof scalar === 'string' || typeof scalar === 'number' || typeof scalar === 'boolean') {
      data[String(key.value)] = scalar;
    }
  }
  return { data, fault: undefined };
}
