import { describe, expect, it } from 'vitest';
import { contents, testDocs } from '../support.ts';

const { site } = testDocs();

const docs = { 'docs/index.md': '# Home\n', 'docs/guide.md': '# Guide\n', 'README.md': '# Repository\n' };

describe('a redirect of a folder of Markdown without a known generator', () => {
  it.each<[string, string, string, boolean?]>([
    ['_redirects', '', '/old /docs/guide\n'],
    ['_redirects', '/a /docs/guide 301\n', '/a /docs/guide 301\n/old /docs/guide 301\n', false],
    ['vercel.json', '{}', '"redirects": [\n  { "source": "/old", "destination": "/docs/guide", "permanent": true }'],
    ['netlify.toml', '[build]\n', '[[redirects]]\n  from = "/old"\n  to = "/docs/guide"\n'],
    ['public/_redirects', '', '/old /docs/guide\n'],
  ])('is written into %s', async (file, text, written, isAssumed = true) => {
    const plan = await site({ ...docs, [file]: text }).planRedirect('/old', 'docs/guide.md');
    expect(contents(plan)[file]).toContain(written);
    const redirect = { from: '/old', to: '/docs/guide', path: file };
    expect(plan.redirects).toEqual([{ ...redirect, ...(isAssumed && { isAssumed }) }]);
  });

  it.each([
    ['the folder of the docs', '/a /guide 301\n', '/guide', false],
    ['the folder above it', '/a /docs/guide 301\n', '/docs/guide', false],
    ['a folder that nothing shows', '/a https://example.com 301\n', '/docs/guide', true],
  ])('leads to the address of a page where the host serves %s', async (_name, text, to, isAssumed) => {
    const files = { ...docs, _redirects: text };
    const plan = await site(files, 'docs').planRedirect('/old', 'docs/guide.md');
    expect(plan.redirects).toEqual([{ from: '/old', to, path: '_redirects', ...(isAssumed && { isAssumed }) }]);
    const move = await site(files, 'docs').planMove('docs/guide.md', 'docs/start.md');
    const moved = { from: to, to: to.replace('guide', 'start'), path: '_redirects' };
    expect(move.redirects).toEqual([{ ...moved, ...(isAssumed && { isAssumed }) }]);
  });

  it.each([
    ['the home page', '/home / 301\n', '/docs/guide', true],
    ['a pattern below the folder', '/old/* /docs/:splat 301\n', '/docs/guide', false],
    ['one page here and one there', '/a /guide 301\n/b /docs/guide 301\n', '/docs/guide', true],
  ])('takes %s for no more than it shows', async (_name, text, to, isAssumed) => {
    const plan = await site({ ...docs, _redirects: text }, 'docs').planRedirect('/new', 'docs/guide.md');
    expect(plan.redirects).toEqual([{ from: '/new', to, path: '_redirects', ...(isAssumed && { isAssumed }) }]);
  });

  it('is never written into a file of something else', async () => {
    const others = {
      'packages/x/test/fixtures/_redirects': '',
      'website/docusaurus.config.js': 'module.exports = {};\n',
    };
    const files = { ...docs, ...others, 'website/static/_redirects': '', 'website/docs/a.md': '# A\n' };
    await expect(site(files, 'docs').planRedirect('/old', 'docs/guide.md')).rejects.toThrow(
      'no place to write redirects',
    );
  });

  it('keeps an address that a person gives', async () => {
    const files = { ...docs, _redirects: '/a /guide 301\n' };
    const plan = await site(files, 'docs').planRedirect('/old', '/docs/guide');
    expect(plan.redirects).toEqual([{ from: '/old', to: '/docs/guide', path: '_redirects' }]);
  });

  it('is refused where no file is there, or with the name of one that cannot be read', async () => {
    await expect(site(docs).planRedirect('/old', 'docs/guide.md')).rejects.toThrow('no place to write redirects');
    const broken = { ...docs, 'vercel.json': '{,' };
    await expect(site(broken).planRedirect('/old', 'docs/guide.md')).rejects.toThrow(
      'This redirect cannot be written into vercel.json',
    );
    const several = { ...docs, 'a/_redirects': '', 'b/_redirects': '' };
    await expect(site(several).planRedirect('/old', 'docs/guide.md')).rejects.toThrow('no place to write redirects');
  });

  it('is planned for many addresses at once', async () => {
    const wanted = Array.from({ length: 321 }, (_, number) => ({ from: `/old/${number}`, to: 'docs/guide.md' }));
    const plan = await site({ ...docs, _redirects: '' }).planRedirects(wanted);
    expect(plan.refused).toEqual([]);
    expect(contents(plan)['_redirects']?.trim().split('\n')).toHaveLength(321);
  });
});
