import { dataLanguageOf } from '../../data/data-language.ts';
import type { DescriptionFacts } from '../../data/parse-description.ts';
import { readDataText } from '../../data/read-text.ts';
import type { Known } from '../../facts.ts';
import type { DocsView } from '../../view.ts';

/** Parses a description, or a file with parts of one, in a parser thread. */
export async function askDescription(
  view: DocsView,
  path: string,
  { pointers = [], only }: { pointers?: string[]; only?: (text: string) => boolean },
): Promise<Known<DescriptionFacts>> {
  const text = await readDataText(view.tree, path);
  if (text.kind === 'refused') return text;
  if (only && !only(text.value)) return { kind: 'known', value: noDescription };
  const language = dataLanguageOf(path) === 'yaml' ? 'yaml' : 'json';
  const answer = await view.facts.run({ kind: 'description', text: text.value, language, pointers });
  if (answer.kind === 'description') return { kind: 'known', value: answer.facts };
  return answer.kind === 'refused' ? answer : { kind: 'refused', message: 'it cannot be parsed' };
}

const noDescription: DescriptionFacts = {
  name: undefined,
  unknown: undefined,
  faults: [],
  references: [],
  missing: [],
};

/** Whether a text looks like a description. This quick test avoids parsing thousands of other files. */
export function mayBeDescription(text: string): boolean {
  return /\b(?:openapi|swagger|asyncapi)["']?\s*:\s*["']?\d/.test(text);
}
