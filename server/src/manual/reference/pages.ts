import { slug as slugOf } from 'github-slugger';
import type { ManualPage } from '../page.ts';
import { OpenApi } from './document.ts';
import type { Operation, Parameter } from './document.ts';
import { curlOf } from './example.ts';
import { boundsOf, fieldsOf, typeOf } from './types.ts';
import type { JsonSchema } from './document.ts';

/** The page of the docs that lists the endpoints. */
export const referenceSlug = 'reference';

/**
 * Generates the API reference, a page for each group of endpoints, from the OpenAPI document that the server returns.
 */
export function referencePages(document: object): ManualPage[] {
  const api = OpenApi.parse(document);
  return api.tags.map(({ name, description }) => {
    const operations = operationsOf(api, name);
    return {
      slug: slugOfGroup(name),
      title: `API: ${name}`,
      description: `${description}: ${operations.length} endpoints of the API, each with a request that runs as it stands.`,
      markdown: [`# API: ${name}`, `${description}.`, ...operations.map((one) => sectionOf(one, api))].join('\n\n'),
      searched: [`# API: ${name}`, `${description}.`, ...operations.map((one) => briefSectionOf(one, api))].join(
        '\n\n',
      ),
    };
  });
}

/** Generates a table of endpoints for each group, for the page that lists them. */
export function endpointTables(document: object): string {
  const api = OpenApi.parse(document);
  return api.tags
    .map(({ name, description }) => {
      const file = `${slugOfGroup(name)}.md`;
      const rows = operationsOf(api, name).map(
        ({ method, path, operation: { summary } }) =>
          `| \`${method} ${path}\` | [${summary}](${file}#${slugOf(summary)}) |`,
      );
      return `## [${name}](${file})\n\n${description}.\n\n| Request | What it does |\n| --- | --- |\n${rows.join('\n')}`;
    })
    .join('\n\n');
}

interface Placed {
  method: string;
  path: string;
  operation: Operation;
}

function operationsOf(api: OpenApi, tag: string): Placed[] {
  return Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function slugOfGroup(name: string): string {
  return `${referenceSlug}/${slugOf(name)}`;
}

function sectionOf({ method, path, operation }: Placed, api: OpenApi): string {
  const curl = curlOf(method, path, operation);
  return [
    `## ${operation.summary}`,
    `\`${method} ${path}\``,
    operation.description,
    parameterTable(operation.parameters, api),
    bodyTable(operation.requestBody?.content['application/json']?.schema, api),
    curl === undefined ? '' : `\`\`\`bash\n${curl}\n\`\`\``,
    ...answersOf(operation, api),
    errorTable(operation),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/**
 * Leaves out responses and errors: they are similar for many endpoints, and ten times as long as what distinguishes one
 * from the others.
 */
function briefSectionOf({ method, path, operation }: Placed, api: OpenApi): string {
  const { summary, description, operationId, parameters, requestBody } = operation;
  const body = requestBody?.content['application/json']?.schema;
  const names = [...parameters, ...(body === undefined ? [] : fieldsOf(body, api))].map(({ name }) => name);
  return [`## ${summary}`, `${method} ${path}`, description, operationId, names.join(' ')].join('\n\n');
}

function parameterTable(parameters: Parameter[], api: OpenApi): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required, description = '', schema }) => {
    const meaning = [asSentence(description), boundsOf(schema)].filter((part) => part !== '').join(' ');
    return `| \`${name}\` | ${place}${required && place !== 'path' ? ', **required**' : ''} | ${typeOf(schema, api)} | ${asCell(meaning)} |`;
  });
  return `| Parameter | Where | Type | Meaning |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
}

function bodyTable(schema: JsonSchema | undefined, api: OpenApi): string {
  const fields = schema === undefined ? [] : fieldsOf(schema, api);
  if (fields.length === 0) return '';
  const rows = fields.map(
    ({ name, type, description, isRequired }) =>
      `| \`${name}\` | ${asCell(type)} | ${isRequired ? '**required** ' : ''}${asCell(asSentence(description))} |`,
  );
  return `| Field of the body | Type | Meaning |\n| --- | --- | --- |\n${rows.join('\n')}`;
}

function answersOf({ responses }: Operation, api: OpenApi): string[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .flatMap(([status, { description, content = {} }]) => {
      const json = content['application/json'];
      const others = Object.keys(content).filter((type) => type !== 'application/json');
      const also = others.length === 0 ? '' : ` By \`Accept\` also ${others.map((type) => `\`${type}\``).join(', ')}.`;
      return [
        `**${status}** ${asSentence(description)}${also}`,
        json?.example === undefined ? '' : `\`\`\`json\n${JSON.stringify(json.example, null, 2)}\n\`\`\``,
        json?.schema === undefined ? '' : foldedFields(json.schema, api),
      ];
    });
}

function foldedFields(schema: JsonSchema, api: OpenApi): string {
  const rows = fieldsOf(schema, api).map(
    ({ name, type, description, isRequired }) =>
      `| \`${name}\` | ${asCell(type)} | ${asCell(asSentence(description))}${isRequired ? '' : ' May be absent.'} |`,
  );
  if (rows.length === 0) return '';
  const table = `| Field | Type | Meaning |\n| --- | --- | --- |\n${rows.join('\n')}`;
  return `<details>\n<summary>Fields of the answer</summary>\n\n${table}\n\n</details>`;
}

function errorTable({ responses }: Operation): string {
  const rows = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description }]) => `| ${status} | ${asCell(description)} |`);
  if (rows.length === 0) return '';
  const table = `| Status | [Error](../errors.md) |\n| --- | --- |\n${rows.join('\n')}`;
  return `<details>\n<summary>Errors</summary>\n\n${table}\n\n</details>`;
}

function asSentence(text: string): string {
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}

function asCell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
}
