import openapiTS, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../../server/src/http/openapi/document.ts';

/** Where the types lie that are made from the OpenAPI file. */
export const typesFile = new URL('../src/schema.ts', import.meta.url);

const head = '// Made by `npm run generate --workspace client` from the OpenAPI file. Do not edit.\n\n';

/** The TypeScript of `src/schema.ts`: every shape, and every operation with what it takes and answers. */
export async function makeTypes(): Promise<string> {
  const document: unknown = JSON.parse(
    JSON.stringify(openApiDocument({ baseUrl: 'https://desk.example.com', version: '1' }), withoutExamples),
  );
  const types = await openapiTS(JSON.stringify(withBodiesAlone(document)), {
    alphabetize: true,
    // A field with a default may be left out of what is sent.
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return head + astToString(types);
}

/** Examples are nine tenths of the file, and types have none. */
function withoutExamples(key: string, value: unknown): unknown {
  return key === 'example' || key === 'examples' ? undefined : value;
}

/** All errors have one shape, and calls answer bodies: said with each reply, both would be most of the file. */
function withBodiesAlone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBodiesAlone);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, withBodiesAlone(part)]);
  const result: Record<string, unknown> = Object.fromEntries(entries);
  if (isRecord(result.responses) && 'operationId' in result) {
    const done = Object.entries(result.responses).filter(([status]) => Number(status) < 400);
    const bodies = done.map(([status, reply]) => [status, { ...(isRecord(reply) && reply), headers: undefined }]);
    result.responses = { ...Object.fromEntries(bodies), default: problem };
  }
  // That a text matches several patterns is nothing that a type says.
  if (Array.isArray(result.allOf) && result.allOf.every(isPattern)) delete result.allOf;
  return result;
}

function isPattern(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).join('') === 'pattern';
}

const problem = {
  description: 'An error',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
