import { describe, expect, it } from 'vitest';
import { contents, testDocs } from '../support.ts';

const { problems, site } = testDocs();

describe('Mintlify', () => {
  const split = {
    'docs.json': `{
  "navigation": { "languages": [{ "language": "en", "groups": [{ "group": "G", "pages": ["index", "setup"] }] }, { "language": "fr", "$ref": "./config/fr.json" }] },
  "redirects": { "$ref": "./config/redirects.json" }
}`,
    'config/fr.json':
      '{\n  "groups": [{ "$ref": "./start.json" }, { "group": "H", "pages": ["fr/index", "fr/gone"] }]\n}\n',
    'config/start.json': '{ "group": "S", "pages": ["fr/setup"] }\n',
    'config/redirects.json':
      '[{ "source": "/old", "destination": "/setup" }, { "source": "/v1/:slug*", "destination": "/:slug*" }]',
    'index.mdx':
      '---\ntitle: I\ndescription: d\n---\n[a](/old) [b](/v1/setup) [c](/v1/none) [d](./setup.md) [e](/nope)\n',
    'setup.mdx': '---\ntitle: S\ndescription: d\n---\n',
    'fr/index.mdx': '---\ntitle: I\ndescription: d\n---\n[a](/fr/setup)\n',
    'fr/setup.mdx': '---\ntitle: S\ndescription: d\n---\n',
  };

  it('follows references to other files of the site', async () => {
    expect(await problems(split)).toEqual([
      'config/fr.json:2 navigation-missing-page fr/gone',
      'index.mdx:5 link-broken /v1/none',
      'index.mdx:5 link-broken /nope',
    ]);
  });

  it('changes navigation in the file that contains it', async () => {
    const moved = contents(await site(split).planMove('fr/setup.mdx', 'fr/install.mdx'));
    expect(moved['config/start.json']).toBe('{ "group": "S", "pages": ["fr/install"] }\n');
    expect(moved['fr/index.mdx']).toContain('(/fr/install)');
    const added = contents(await site(split).planAdd('fr/more.mdx', 'More', 'fr/setup'));
    expect(added).toEqual({ 'config/start.json': '{ "group": "S", "pages": ["fr/setup", "fr/more"] }\n' });
    const deleted = contents(await site(split).planDelete('fr/index.mdx'));
    expect(deleted['config/fr.json']).toContain('"pages": ["fr/gone"]');
  });

  it('follows no circular reference and none out of the site, and then judges by the links', async () => {
    expect(
      await problems({
        ...split,
        'config/fr.json':
          '{ "groups": [{ "$ref": "./fr.json" }, { "$ref": "../../secret.json" }, { "group": "H", "pages": ["fr/gone"] }] }',
        'index.mdx': '---\ntitle: I\ndescription: d\n---\n[a](/old)\n',
      }),
    ).toEqual([]);
  });

  it('knows the addresses of the operations that a description has', async () => {
    const description = {
      openapi: '3.1.0',
      info: { title: 'U', version: '1' },
      paths: {
        '/users': { get: operation('List users'), post: operation('Create a user.'), put: operation('List users') },
        '/users/{id}/posts': { get: { tags: ['Posts'] }, delete: { 'x-mint': { href: '/remove/Post' } } },
      },
    };
    const links = [
      'user-accounts/list-users',
      'user-accounts/create-a-user',
      'user-accounts/list-users-1',
      'posts/get-users-posts',
    ];
    const found = await problems({
      'docs.json': JSON.stringify({
        navigation: [
          { group: 'API', openapi: { source: '/openapi.json', directory: 'api' }, pages: ['index', 'GET /users'] },
        ],
      }),
      'openapi.json': JSON.stringify(description),
      'index.mdx': pageWith(links),
      'other.mdx': pageWith(['posts/none']),
    });
    expect(found).toEqual(['other.mdx:5 link-broken /api/posts/none']);
  });
});

function operation(summary: string) {
  return { tags: ['User accounts'], summary };
}

function pageWith(addresses: string[]): string {
  const links = addresses.map((address) => `[x](/api/${address})`).join(' ');
  return `---\ntitle: H\ndescription: d\n---\n${links} [y](/remove/post)\n`;
}
