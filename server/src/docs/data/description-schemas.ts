import { createRequire } from 'node:module';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { isRecord } from './records.ts';

/** A kind of description with its version and its schema. */
export interface DescriptionSchema {
  /** Such as `OpenAPI 3.1`. */
  name: string;
  /** Returns the errors of the schema, including those of alternatives that did not match. */
  errorsOf(value: Record<string, unknown>): Promise<ErrorObject[]>;
}

/**
 * Returns the schema of a description, a message when its version is unknown, or undefined when the value is no
 * description. Schemas are compiled on first use, which takes about 0.1 s. Nothing from a repository is compiled.
 */
export function schemaOf(value: Record<string, unknown>): DescriptionSchema | string | undefined {
  const openapi = value['openapi'] ?? value['swagger'];
  if (openapi !== undefined) return openApiSchema('openapi' in value ? 'OpenAPI' : 'Swagger', openapi);
  const { asyncapi } = value;
  return asyncapi === undefined ? undefined : asyncApiSchema(asyncapi);
}

const options = { allErrors: true, strict: false, validateFormats: false, logger: false } as const;
let openApi: Validator | undefined;

function openApiSchema(kind: 'OpenAPI' | 'Swagger', version: unknown): DescriptionSchema | string | undefined {
  if (typeof version !== 'string' || !/^\d+\.\d+/.test(version)) return undefined;
  const known = kind === 'Swagger' ? version === '2.0' : /^3\.[012]\.\d+/.test(version);
  if (!known) return `${kind} ${version.slice(0, 20)} is not known`;
  return {
    name: `${kind} ${version.split('.').slice(0, 2).join('.')}`,
    async errorsOf(value) {
      openApi ??= new Validator(options);
      const { errors } = await openApi.validate(value);
      // A string is about references, which are checked elsewhere.
      return Array.isArray(errors) ? errors : [];
    },
  };
}

const asyncApi = new Map<string, ValidateFunction>();

function asyncApiSchema(version: unknown): DescriptionSchema | string | undefined {
  if (typeof version !== 'string' || !/^\d+\.\d+/.test(version)) return undefined;
  const exact = version.split('.').length === 2 ? `${version}.0` : version;
  const load = asyncApiSchemas[exact];
  if (!load) return `AsyncAPI ${version.slice(0, 20)} is not known`;
  return {
    name: `AsyncAPI ${exact.split('.').slice(0, 2).join('.')}`,
    errorsOf(value) {
      const validate = asyncApi.get(exact) ?? compileAsyncApi(exact, load());
      return Promise.resolve(validate(value) ? [] : (validate.errors ?? []));
    },
  };
}

const require = createRequire(import.meta.url);

/** Up to 0.4 MB each, so each is read on first use. */
const asyncApiSchemas: Record<string, () => unknown> = {
  '2.0.0': () => require('@asyncapi/specs/schemas/2.0.0-without-$id.json') as unknown,
  '2.1.0': () => require('@asyncapi/specs/schemas/2.1.0-without-$id.json') as unknown,
  '2.2.0': () => require('@asyncapi/specs/schemas/2.2.0-without-$id.json') as unknown,
  '2.3.0': () => require('@asyncapi/specs/schemas/2.3.0-without-$id.json') as unknown,
  '2.4.0': () => require('@asyncapi/specs/schemas/2.4.0-without-$id.json') as unknown,
  '2.5.0': () => require('@asyncapi/specs/schemas/2.5.0-without-$id.json') as unknown,
  '2.6.0': () => require('@asyncapi/specs/schemas/2.6.0-without-$id.json') as unknown,
  '3.0.0': () => require('@asyncapi/specs/schemas/3.0.0-without-$id.json') as unknown,
  '3.1.0': () => require('@asyncapi/specs/schemas/3.1.0-without-$id.json') as unknown,
};

function compileAsyncApi(version: string, schema: unknown): ValidateFunction {
  const validate = new Ajv(options).compile(isRecord(schema) ? schema : {});
  asyncApi.set(version, validate);
  return validate;
}
