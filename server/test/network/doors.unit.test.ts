import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../src/', import.meta.url));

/**
 * What opens a connection or starts a program, and the rule by which each place that uses it is limited to checked
 * addresses.
 */
const doors: Record<string, string> = {
  // Every `fetch` of the process is checked when it connects (`network/guard-fetch.ts`), and follows no redirect.
  'agent/models/providers/create.ts': 'fetch',
  'agent/models/providers/wire.ts': 'fetch',
  'code-hosts/checks/api-log.ts': 'fetch',
  'code-hosts/github/requests/transport.ts': 'fetch',
  'code-hosts/requests/host-http.ts': 'fetch',
  'open-id/provider-fetch.ts': 'fetch',
  'telemetry/exporter.ts': 'fetch',
  // Those with their own agent resolve, check, and connect to the checked address (`network/checked-address.ts`).
  'code-hosts/checks/log-download.ts': 'fetch node:dns/promises.lookup node:https.default',
  'sitemap/get.ts': 'node:http.Agent node:http.get node:https.default',
  'webhooks/post.ts': 'node:http.Agent node:http.request node:https.default',
  'analytics/classify/download.ts': 'node:dns/promises.default node:https.default',
  // The lookups that these rules receive.
  'network/guard-fetch.ts': 'globalThis undici',
  // What it hands on counts where it is imported.
  'network/http-module.ts': 'getBuiltinModule',
  'wiring/services/http-services.ts': 'node:dns/promises.lookup',
  'wiring/hosts/outgoing.ts': 'node:dns/promises.lookup',
  'wiring/services/webhooks.ts': 'node:dns/promises.lookup',
  // They start git, which uses `workspace/remote.ts`, which asks `network` about each remote. Their sockets are on this
  // machine.
  'workspace/programs/program.ts': 'node:child_process.spawn',
  'workspace/programs/spawner.ts': 'node:child_process.fork node:net.createServer',
  'workspace/programs/spawner-program.ts': 'node:net.connect',
  // The server that the command's user names, which no job can name; redirects are refused.
  'mcp/over-stdio.ts': 'fetch',
  'remote/services.ts': 'fetch',
  // Only the database and this machine.
  'operator/demo/api-client.ts': 'fetch',
  'wiring/doctor/examine.ts': 'fetch',
  'postgres/backend.ts': 'node:net.createConnection',
  'postgres/embedded/address.ts': 'node:net.createServer',
  // npm, with its own settings, when an operator upgrades the embedded database.
  'postgres/embedded/install.ts': 'node:child_process.execFile',
  'postgres/embedded/process.ts': 'node:child_process.execFile node:child_process.spawn',
  'style-check/run.ts': 'node:child_process.spawn',
  'http/new-fastify.ts': 'node:http.createServer',
  'metrics/endpoint.ts': 'node:http.createServer',
  'wiring/alone.ts': 'node:child_process.fork',
  'wiring/start/free-port.ts': 'node:net.createServer',
  'wiring/start/git-version.ts': 'node:child_process.execFile',
};

test('only the listed files connect to the network or start a program', () => {
  const found = globSync('**/*.ts', { cwd: root }).map((path): [string, string] => [
    path,
    doorsOf(readFileSync(root + path, 'utf8')),
  ]);
  expect(Object.fromEntries(found.filter(([, names]) => names !== ''))).toEqual(doors);
});

test.each([
  ['await fetch(url);', 'fetch'],
  ['const send = fetch;', 'fetch'],
  ['const send = globalThis["fe" + "tch"];', 'globalThis'],
  ['new WebSocket(url);', 'WebSocket'],
  ["import http from 'node:http';", 'node:http.default'],
  ["import { connect } from 'tls';", 'node:tls.connect'],
  ["import { createServer } from '../network/http-module.ts';", 'node:http.createServer'],
  ["import * as net from 'node:net';", 'node:net.*'],
  ["export { get } from 'node:https';", 'node:https.get'],
  ["export * from 'node:https';", 'node:https.*'],
  ["const { connect } = await import('node:http2');", 'node:http2.*'],
  ['await import(name);', 'import()'],
  ["require('node:dgram').createSocket('udp4');", 'node:dgram.*'],
  ['process.getBuiltinModule("node:net");', 'getBuiltinModule'],
  ["import { Pool } from 'undici';", 'undici'],
  ["import { exec } from 'node:child_process';", 'node:child_process.exec'],
])('%s is seen', (code, name) => {
  expect(doorsOf(code)).toBe(name);
});

test.each([
  "import { isIP, BlockList } from 'node:net';",
  "import type { IncomingMessage } from 'node:http';",
  "import { type LookupFunction, isIPv4 } from 'node:net';",
  'await repository.fetch();',
  'class Repository { fetch() {} }',
  'const names = { fetch: 1 };',
])('%s neither connects nor starts a program', (code) => {
  expect(doorsOf(code)).toBe('');
});

/** What is in the text of each file that opens something: parsing the others takes seconds. */
const mayOpen =
  /\b(?:fetch|WebSocket|EventSource|global|globalThis|getBuiltinModule|require|undici|ws|https?|http2|net|tls|dns|dgram|child_process|cluster)\b|\bimport\s*\(|\\[ux]/;

/** Returns the names of what a file opens. */
function doorsOf(source: string): string {
  if (!mayOpen.test(source)) return '';
  const { program, errors } = parseSync('source.ts', source);
  if (errors.length > 0) throw new Error(`${errors[0]?.message} in ${source}`);
  const found = new Set<string>();
  collectDoors({ ...program }, found);
  return [...found].sort().join(' ');
}

interface Node {
  type: string;
}

interface Part extends Node {
  [field: string]: unknown;
}

function collectDoors(part: Part, found: Set<string>, field = '', parent?: Part): void {
  if (isType(part)) return;
  for (const name of opened(part, field, parent)) found.add(name);
  for (const [name, value] of Object.entries(part)) {
    const children = Array.isArray(value) ? value : [value];
    for (const child of children) if (isNode(child)) collectDoors(child, found, name, part);
  }
}

/** Types are gone when the program runs; what has an expression, such as `a as B`, is that expression. */
function isType({ type, expression, importKind, exportKind }: Part): boolean {
  return (type.startsWith('TS') && expression === undefined) || importKind === 'type' || exportKind === 'type';
}

function isNode(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Every access to the network that the runtime itself has. */
const globals = new Set(['fetch', 'WebSocket', 'EventSource', 'globalThis', 'global', 'getBuiltinModule']);
const modules = /^(?:node:)?(http|https|http2|net|tls|dns|dns\/promises|dgram|child_process|cluster)$/;
/** Parts of these modules that only parse addresses, or are lists or types. */
const harmless = new Set(['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'STATUS_CODES', 'IncomingMessage']);

function* opened(part: Part, field: string, parent: Part | undefined): Generator<string> {
  if (part.type === 'Identifier' && globals.has(nameOf(part)) && !isOwnName(field, parent)) yield nameOf(part);
  if (part.type === 'Identifier' && nameOf(part) === 'getBuiltinModule') yield 'getBuiltinModule';
  if (/^(Import|Export(Named|All))Declaration$/.test(part.type)) yield* imported(part);
  if (part.type === 'ImportExpression') yield* loaded(part.source);
  const isRequire = part.type === 'CallExpression' && isNode(part.callee) && nameOf(part.callee) === 'require';
  if (isRequire) yield* loaded([part.arguments].flat()[0]);
}

/** Whether a name after a dot, before a colon, or of a method belongs to something else. */
function isOwnName(field: string, parent: Part | undefined): boolean {
  if (parent === undefined || parent.computed === true) return false;
  return (field === 'property' && parent.type === 'MemberExpression') || (field === 'key' && parent.shorthand !== true);
}

function nameOf(node: unknown): string {
  return isNode(node) && 'name' in node && typeof node.name === 'string' ? node.name : '';
}

function* imported({ source, specifiers }: Part): Generator<string> {
  const path = textOf(source);
  if (path === undefined) return;
  const list = [specifiers ?? []]
    .flat()
    .filter(isNode)
    .filter((one) => !isType(one));
  for (const name of specifiers === undefined ? ['*'] : list.map(specifierName)) yield* doorOf(path, name);
}

function specifierName(part: Part): string {
  if (part.type === 'ImportDefaultSpecifier') return 'default';
  if (part.type === 'ImportNamespaceSpecifier') return '*';
  return nameOf(part.type === 'ImportSpecifier' ? part.imported : part.local);
}

function* loaded(source: unknown): Generator<string> {
  const path = textOf(source);
  if (path === undefined) yield 'import()';
  else yield* doorOf(path, '*');
}

function textOf(node: unknown): string | undefined {
  return isNode(node) && 'value' in node && typeof node.value === 'string' ? node.value : undefined;
}

function* doorOf(path: string, name: string): Generator<string> {
  if (/^(undici|ws)(\/|$)/.test(path)) yield path;
  const module = path.endsWith('/http-module.ts') ? 'http' : modules.exec(path)?.[1];
  if (module !== undefined && !harmless.has(name)) yield `node:${module}.${name}`;
}
