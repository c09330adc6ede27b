import { faultsOf } from './description-faults.ts';
import { hasOwnAddresses, leadsSomewhere, referencesIn } from './description-references.ts';
import { schemaOf, type DescriptionSchema } from './description-schemas.ts';
import { readPlaced, type PlacedData } from './places.ts';
import { isRecord } from './records.ts';

/** What an API description contains, or a file with parts of one. */
export interface DescriptionFacts {
  /** Such as `OpenAPI 3.1`. Undefined when the file as a whole is no description. */
  name: string | undefined;
  /** The reason why the description is not judged, if it is not. */
  unknown: string | undefined;
  faults: DescriptionFault[];
  /** References to other files, and references within the file that lead nowhere. */
  references: { target: string; line: number; missing: boolean }[];
  /** The requested pointers that lead nowhere. */
  missing: string[];
}

export interface DescriptionFault {
  line: number;
  message: string;
  key: string;
}

/** How many faults of a file are kept. More would repeat the same fault. */
const maximumFaults = 100;

/**
 * Reads a description. Runs in a worker thread.
 *
 * @throws Error when the text cannot be parsed.
 */
export async function readDescription(
  text: string,
  language: 'json' | 'yaml',
  pointers: string[],
): Promise<DescriptionFacts> {
  const data = readPlaced(text, language);
  const { value } = data;
  const schema = isRecord(value) ? schemaOf(value) : undefined;
  const isDescription = schema !== undefined;
  return {
    name: typeof schema === 'object' ? schema.name : undefined,
    unknown: typeof schema === 'string' ? schema : undefined,
    faults: typeof schema === 'object' && isRecord(value) ? await placedFaults(schema, value, data) : [],
    references: placedReferences(data, isDescription && !hasOwnAddresses(text)),
    missing: pointers.filter((pointer) => !leadsSomewhere(value, pointer)),
  };
}

async function placedFaults(
  schema: DescriptionSchema,
  value: Record<string, unknown>,
  data: PlacedData,
): Promise<DescriptionFault[]> {
  const faults = faultsOf(await schema.errorsOf(value)).slice(0, maximumFaults);
  return faults.map(({ path, message, key }) => ({ line: data.lineOf(path), message, key }));
}

/**
 * Returns the references with their lines. In a file of parts, `#/…` may be relative to the description that references
 * the file, so it is not judged.
 */
function placedReferences(data: PlacedData, judgesOwn: boolean): DescriptionFacts['references'] {
  return referencesIn(data.value)
    .map(({ target, path }) => ({ target, path, missing: judgesOwn && leadsNowhere(data.value, target) }))
    .filter(({ target, missing }) => missing || !target.startsWith('#'))
    .map(({ target, path, missing }) => ({ target, line: data.lineOf(path), missing }));
}

function leadsNowhere(value: unknown, target: string): boolean {
  return target.startsWith('#/') && !leadsSomewhere(value, target.slice(1));
}
