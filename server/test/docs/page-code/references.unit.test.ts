import { afterAll, expect, test } from 'vitest';
import { brought, closeEngine, reported } from './rig.ts';

afterAll(closeEngine);

const before = {
  'docs/page.md': '# Page\n\nSee https://acme.dev.\n',
  'docs/parts/user.yml': 'type: object\n',
  'schemas/user.json': '{}\n',
};

test.each([
  ['file:///etc/passwd', ['build outside 1']],
  ['/etc/passwd#/a', ['build outside 1']],
  ['../../../.ssh/id_rsa', ['build outside 1']],
  ['../.env', ['build outside 1']],
  ['../../schemas/user.json', ['reader include 1']],
  ['../parts/user.yml#/a', []],
  ['#/components/schemas/User', []],
  ['https://acme.dev/user.yml', []],
])('a $ref to %s is %j', async (target, expected) => {
  const json = await brought(before, { 'docs/openapi/a.json': JSON.stringify({ a: [{ $ref: target }] }) }, 'docs');
  const yaml = await brought(before, { 'docs/openapi/a.yml': `a:\n - $ref: '${target}'\n` }, 'docs');
  expect(reported(json)).toEqual(expected);
  expect(reported(yaml)).toEqual(expected.map((one) => one.replace(/1$/, '2')));
});

test.each([
  ['docs/a.adoc', '= A\n\ninclude::/etc/passwd[]\n', ['build outside 3']],
  ['docs/a.adoc', 'include::../../../.ssh/id_rsa[tag=a]\n', ['build outside 1']],
  ['docs/a.adoc', 'include::partial$user.adoc[]\n\ninclude::{dir}/a.adoc[]\n\ninclude::parts/user.yml[]\n', []],
  ['docs/a.org', '#+TITLE: A\n#+INCLUDE: "/etc/passwd" src sh\n', ['build outside 2']],
  ['docs/a.org', '#+INCLUDE: "./parts/user.yml"\n', []],
])('%s: %j includes %j', async (path, text, expected) => {
  expect(reported(await brought(before, { [path]: text }, 'docs'))).toEqual(expected);
});
