import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { commonErrors, endpoints, errorCodes, routingErrors } from '@copydesk/contract';
import type { Endpoint, ErrorCode } from '@copydesk/contract';
import { expect, test } from 'vitest';

const source = path.join(import.meta.dirname, '../../src');

test('the source uses every code of the table', () => {
  const named = codesIn(['**/*.ts']);
  expect(errorCodes.filter((code) => !named.has(code))).toEqual([]);
});

test('the server, or the code its routes call, throws every code that an endpoint declares', () => {
  const named = codesIn([
    'http/*.ts',
    'http/{checks,collect,job,load,replies,session}/*.ts',
    'http/routes/**/*.ts',
    '{desk,people,audit}/**/*.ts',
    'jobs/**/*.ts',
    'projects/**/*.ts',
    'workspace/**/*.ts',
    '{webhooks,triggers,automations,feedback,secrets}/*.ts',
    'code-hosts/**/*.ts',
    'wiring/*/{ask-project,check-project,find-docs,http-connections,http-projects,public-address,questions-judge}.ts',
  ]);
  expect(declared().filter((code) => !named.has(code))).toEqual([]);
});

test('every code that the checks and routes throw is declared', () => {
  const allowed = new Set(declared());
  const thrown = codesIn(
    ['http/*.ts', 'http/{checks,collect,job,load,replies,session}/*.ts', 'http/routes/**/*.ts'],
    /CopydeskError\(\s*'(\w+)'/g,
  );
  expect([...thrown].filter((code) => !allowed.has(code))).toEqual([]);
});

function declared(): ErrorCode[] {
  return [...commonErrors, ...routingErrors, ...Object.values<Endpoint>(endpoints).flatMap(({ errors }) => errors)];
}

function codesIn(patterns: string[], expression = /'(\w+)'/g): Set<ErrorCode> {
  const texts = globSync(patterns, { cwd: source }).map((file) => readFileSync(path.join(source, file), 'utf8'));
  const words = new Set(texts.flatMap((text) => [...text.matchAll(expression)].map((match) => match[1])));
  return new Set(errorCodes.filter((code) => words.has(code)));
}
