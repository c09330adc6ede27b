import { describe, expect, it } from 'vitest';
import { treeOf } from './memory-tree.ts';
import { testDocs } from './support.ts';

const { engine, introduced, problems } = testDocs();

const openapi = `openapi: 3.1.0
info:
  title: Shop
  version: "1"
paths:
  /orders:
    get:
      parameters:
        - $ref: "#/components/parameters/Page"
      responses:
        200:
          description: All orders
          content:
            application/json:
              schema:
                $ref: ./schemas/order.yaml#/Order
components:
  parameters:
    Page:
      name: page
      in: query
      schema: { type: integer }
`;
const order = `Order:
  type: object
  properties:
    parent:
      $ref: "#/Order"
    customer:
      $ref: customer.json
`;
const site = {
  'mkdocs.yml': 'site_name: X\n',
  'docs/index.md': '# Home\n',
  'docs/api.yaml': openapi,
  'docs/schemas/order.yaml': order,
  'docs/schemas/customer.json': '{ "type": "object", "properties": { "orders": { "$ref": "order.yaml#/Order" } } }',
};
const reported = (change: Record<string, string>) => introduced(site, { ...site, ...change });

describe('description-invalid', () => {
  it('reports nothing for valid descriptions, whatever changes in them', async () => {
    expect(await problems(site)).toEqual([]);
    expect(await reported({ 'docs/api.yaml': openapi.replace('All orders', 'Each order') })).toEqual([]);
    expect(await reported({ 'docs/schemas/order.yaml': order.replace('object', 'array') })).toEqual([]);
  });

  it('finds what a change made invalid, with the line', async () => {
    expect(await reported({ 'docs/api.yaml': openapi.replace('  title: Shop\n', '') })).toEqual([
      'docs/api.yaml:2 description-invalid',
    ]);
    expect(await reported({ 'docs/api.yaml': openapi.replace('in: query', 'in: nowhere') })).toEqual([
      'docs/api.yaml:21 description-invalid',
    ]);
    expect(
      await reported({ 'docs/api.yaml': openapi.replace('responses:', 'responses: none\n      x-other:') }),
    ).toEqual(['docs/api.yaml:10 description-invalid']);
    expect(await reported({ 'docs/api.yaml': openapi.replace('openapi: 3.1.0\n', '') })).toEqual([
      'docs/api.yaml:1 description-invalid',
    ]);
  });

  it('does not report what was invalid before, wherever it is now', async () => {
    const before = { ...site, 'docs/api.yaml': openapi.replace('  title: Shop\n', '') };
    const after = { ...before, 'docs/api.yaml': before['docs/api.yaml'].replace('info:', '# Words\ninfo:') };
    expect(await introduced(before, after)).toEqual([]);
    const { 'docs/api.yaml': text, ...rest } = before;
    expect(await introduced(before, { ...rest, 'docs/v1.yaml': text })).toEqual([]);
    const worse = { ...before, 'docs/api.yaml': before['docs/api.yaml'].replace('in: query', 'in: nowhere') };
    expect(await introduced(before, worse)).toEqual(['docs/api.yaml:20 description-invalid']);
  });

  it.each([
    ['{"swagger":"2.0","info":{"title":"A","version":"1"},"paths":{}}', '"paths":{}', '"paths":[]'],
    ['{"openapi":"3.0.3","info":{"title":"A","version":"1"},"paths":{}}', '"version":"1"', '"version":1'],
    ['{"openapi":"3.1.1","info":{"title":"A","version":"1"},"webhooks":{}}', '"info"', '"inf"'],
    ['{"openapi":"3.2.0","info":{"title":"A","version":"1"},"paths":{}}', '"paths":{}', '"paths":{"a":{}}'],
    ['{"asyncapi":"2.6.0","info":{"title":"A","version":"1"},"channels":{}}', '"channels":{}', '"channels":[]'],
    ['{"asyncapi":"3.0.0","info":{"title":"A","version":"1"}}', '"title":"A",', ''],
    ['{"asyncapi":"3.1.0","info":{"title":"A","version":"1"}}', '"info"', '"other":1,"info"'],
  ])('knows %s', async (text, was, is) => {
    const file = 'docs/description.json';
    const before = { ...site, [file]: text };
    expect(await introduced(site, before)).toEqual([]);
    expect(await introduced(before, { ...before, [file]: text.replace(was, is) })).toEqual([
      `${file}:1 description-invalid`,
    ]);
    expect(await introduced(site, { ...site, [file]: text.replace(was, is) })).toEqual([
      `${file}:1 description-invalid`,
    ]);
  });

  it('reports the innermost fault, and not every branch that was tried', async () => {
    const { problems: found } = await engine.compare({
      before: treeOf(site),
      after: treeOf({ ...site, 'docs/api.yaml': openapi.replace('in: query', 'in: nowhere') }),
      folder: '',
    });
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^The description is no valid OpenAPI 3\.1: components > parameters > Page > in must be .*query/,
      ),
    ]);
  });

  it('does not judge unknown versions, and other files with such keys', async () => {
    expect(
      await reported({
        'docs/future.json': '{"openapi":"4.0.0"}',
        'docs/old.yaml': 'asyncapi: "1.2.0"\n',
        'docs/other.yaml': 'openapi: api.yaml\nswagger: 2\n',
        'docs/list.json': '[{"openapi": "3.0.0"}]',
      }),
    ).toEqual([]);
  });

  it('counts many faults of one file as a few', async () => {
    const paths = Array.from({ length: 40 }, (_, n) => `"/a${n}":{"get":{"responses":[]}}`).join();
    const text = `{"openapi":"3.0.3","info":{"title":"A","version":"1"},"paths":{${paths}}}`;
    expect(await reported({ 'docs/many.json': text })).toHaveLength(10);
  });
});

describe('description-reference-missing', () => {
  it('finds references that a change broke: in the file, to files, into files', async () => {
    expect(await reported({ 'docs/api.yaml': openapi.replace('    Page:', '    Pages:') })).toEqual([
      'docs/api.yaml:9 description-reference-missing #/components/parameters/Page',
    ]);
    expect(await reported({ 'docs/api.yaml': openapi.replace('schemas/order', 'schema/order') })).toEqual([
      'docs/api.yaml:16 description-reference-missing ./schema/order.yaml#/Order',
    ]);
    expect(await reported({ 'docs/schemas/order.yaml': order.replace('Order:', 'Orders:') })).toEqual([
      'docs/api.yaml:16 description-reference-missing ./schemas/order.yaml#/Order',
      'docs/schemas/customer.json:1 description-reference-missing order.yaml#/Order',
    ]);
  });

  it('finds the unchanged descriptions whose parts were removed or moved', async () => {
    const { 'docs/schemas/customer.json': customer, ...rest } = site;
    expect(await introduced(site, { ...rest, 'docs/schemas/client.json': customer })).toEqual([
      'docs/schemas/order.yaml:7 description-reference-missing customer.json',
    ]);
  });

  it('ignores examples, other sites, names and parts with addresses of their own', async () => {
    const text = openapi
      .replace('      schema: { type: integer }', '      schema: { $ref: "https://example.com/a.json#/A" }')
      .replace('description: All orders', 'description: All orders\n          x-note: { $ref: gone.yaml }')
      .replace('schema:\n', 'example: { $ref: "#/gone" }\n              schema:\n');
    expect(await reported({ 'docs/api.yaml': text })).toEqual([]);
    const own =
      '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"components":{"schemas":{"A":{"$id":"https://a.example/a","$ref":"#/$defs/B"}}}}';
    expect(await reported({ 'docs/own.json': own })).toEqual([]);
  });
});

describe('a hostile description', () => {
  it('is not judged, and does not affect other files', async () => {
    const head = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n';
    const aliases = Array.from({ length: 30 }, (_, n) => `x-${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}*a${n}]`);
    expect(
      await reported({
        'docs/aliases.yaml': `${head}x-0: &a0 [1]\n${aliases.join('\n')}\n`,
        'docs/cycle.yaml': `${head}components: &c\n  schemas:\n    A: *c\n`,
        'docs/circle.yaml': `${head}components: { schemas: { A: { $ref: circle.yaml#/components/schemas/A } } }\n`,
        'docs/broken.yaml': `${head}components: { schemas: { A: { $ref: gone.yaml } } }\n`,
      }),
    ).toEqual(['docs/broken.yaml:4 description-reference-missing gone.yaml']);
  });
});
