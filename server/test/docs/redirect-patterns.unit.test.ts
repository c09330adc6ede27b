import { describe, expect, it } from 'vitest';
import { findRedirectTarget, sortRedirects } from '../../src/docs/site/redirect-patterns.ts';

describe('redirectedBy', () => {
  it('fills in what the parameters of a source stand for', () => {
    expect(leads('/old/:slug*', '/new/:slug*', '/old/a/b')).toBe('/new/a/b');
    expect(leads('/old/:slug*', '/new/:slug*', '/old')).toBe('/new');
    expect(leads('/old/:slug+', '/new/:slug+', '/old')).toBeUndefined();
    expect(leads('/a/:x/b', '/:x', '/a/1/b')).toBe('/1');
    expect(leads('/:lang/docs', 'https://example.com/:lang', '/fr/docs')).toBe('https://example.com/fr');
    expect(leads('/docs/:slug(a|b)', '/new/:slug', '/docs/b')).toBe('/new/b');
    expect(leads('/docs/:slug(a|b)', '/new/:slug', '/docs/c')).toBeUndefined();
    expect(leads('/core/providers_:slug(.*)', '/core/providers/:slug', '/core/providers_x')).toBe('/core/providers/x');
    expect(leads('/v1/*', '/v2/*', '/v1/a/b')).toBe('/v2/a/b');
  });

  it('sorts addresses, patterns and regular expressions', () => {
    const sorted = sortRedirects([
      { source: '/a/', destination: '/b' },
      { source: '/a/:x*', destination: '/b/:x*' },
      { source: '/years/:year(\\d{4})', destination: '/b' },
    ]);
    expect([...sorted.exact]).toEqual([['/a', '/b']]);
    expect(sorted.patterns.map(({ source }) => source)).toEqual(['/a/:x*']);
    expect(sorted.unread).toEqual(['/years']);
  });
});

function leads(source: string, destination: string, address: string): string | undefined {
  return findRedirectTarget([{ source, destination }], address);
}
