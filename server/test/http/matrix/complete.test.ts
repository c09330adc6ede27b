import { expect, test } from 'vitest';
import { everyRoute } from '../support/endpoints.ts';
import { startSite } from '../support/site.ts';

/** Public routes that name nothing of an organisation; git is tested beside the pages, with its own names. */
const others = [
  'GET /',
  'GET /docs',
  'GET /docs/*',
  'GET /docs/llms-full.txt',
  'GET /docs/llms.txt',
  'GET /docs/pictures/:name',
  'GET /docs/search',
  'GET /healthz',
  'GET /feedback.js',
  'GET /llms-full.txt',
  'GET /llms.txt',
  'GET /readyz',
  'GET /openapi.json',
  'GET /problems',
  'GET /problems/:code',
  'GET /script.js',
  'GET /git/:repository/info/refs',
  'POST /git/:repository/git-upload-pack',
  'POST /git/:repository/git-receive-pack',
];

test('every route of the server is in the OpenAPI file, is a page, or is named here', async () => {
  await using site = await startSite();
  const described = everyRoute.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
  const pages = site.routes.map(({ method, url }) => `${method} ${url}`);
  const known = new Set([...described, ...pages, ...others]);
  const found = routesIn(site.api.app.printRoutes({ commonPrefix: false }));
  expect(found.length).toBeGreaterThan(150);
  expect(found.filter((route) => !known.has(route))).toEqual([]);
});

/** Returns the routes of a tree as the router prints it; HEAD belongs to GET, and OPTIONS lists the allowed methods. */
function routesIn(tree: string): string[] {
  const above = [''];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│├└─\s]*)(\S+)(?: \(([A-Z, ]+)\))?/u.exec(line) ?? [];
    const depth = indent.length / 4;
    const path = `${above[depth - 1] ?? ''}${part === '*' ? '/*' : part}`;
    above.splice(depth, above.length, path);
    const own = methods.split(', ').filter((method) => !['', 'HEAD', 'OPTIONS'].includes(method));
    return own.map((method) => `${method} ${path}`);
  });
}
