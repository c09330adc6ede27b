import { expect, test } from 'vitest';
import { asksForPage } from '../../src/request/evidence.ts';
import { fileKindOf, fileKinds } from '../../src/request/file-kinds.ts';

test.each([
  // Chrome, Firefox and Safari, with a click.
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8', true],
  ['application/xhtml+xml,text/html', true],
  ['application/json;q=0.5, text/html', true],
  // Coding agents.
  ['text/plain;q=1.0, text/markdown;q=0.9, text/html;q=0.8, */*;q=0.1', true],
  ['text/markdown, */*', true],
  // Scripts, images, feed readers, and clients that send nothing.
  ['*/*', false],
  ['', false],
  ['application/json, text/plain, */*', false],
  ['image/avif,image/webp,*/*;q=0.8', false],
  ['text/css,*/*;q=0.1', false],
  ['application/rss+xml, application/xml;q=0.9, text/html;q=0.8', false],
  ['application/atom+xml, text/html', false],
  ['text/html;q=0, application/json', false],
])('Accept: %s asks for a page: %s', (accept, asks) => {
  expect(asksForPage(accept)).toBe(asks);
});

test.each([
  ['/openapi.json', 'Data'],
  ['/openapi.yaml', 'Data'],
  ['/a/App.MJS', 'Script'],
  ['/llms.txt', 'Page'],
  ['/docs/LLMS-full.txt', 'Page'],
  ['/sitemap.xml', 'For programs'],
  ['/sitemap_index-0.xml', 'For programs'],
  ['/my-robots.txt', 'Text'],
  ['/assets/site.css', 'Where builders and themes put files'],
  ['/docs/_next/static/chunks/a.js', 'Where builders and themes put files'],
  ['/IMG/logo.png', 'Where builders and themes put files'],
  ['/assets/manual.pdf', 'Page'],
  ['/assets/notes', undefined],
  ['/static.json', 'Data'],
  ['/guides/next.js/', undefined],
  ['/wiki/Node.js/history', undefined],
  ['/json', undefined],
  ['/v1.2', undefined],
  ['/', undefined],
])('%s is of the kind %s', (path, name) => {
  expect(fileKindOf(path)?.name).toBe(name);
});

test('each file ending and each file name belongs to one kind only', () => {
  for (const all of [fileKinds.flatMap(({ endings }) => endings), fileKinds.flatMap(({ names = [] }) => names)]) {
    expect(new Set(all).size).toBe(all.length);
  }
});
