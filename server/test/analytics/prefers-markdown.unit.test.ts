import { expect, test } from 'vitest';
import { prefersMarkdown } from '../../src/analytics/prefers-markdown.ts';

test.each([
  'text/markdown',
  'TEXT/Markdown; charset=utf-8',
  'text/markdown, text/html, */*',
  'text/markdown, text/html;q=0.9',
  'text/html;q=0.8, text/markdown',
  'text/markdown, text/plain;q=0.9, */*;q=0.8',
  'text/plain;q=1.0, text/markdown;q=0.9, text/html;q=0.8, */*;q=0.1',
  '*/*, text/markdown',
  'text/markdown;q=0.5',
])('%s prefers Markdown', (accept) => {
  expect(prefersMarkdown(accept)).toBe(true);
});

test.each([
  undefined,
  '',
  '*/*',
  'text/*',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8',
  'text/html, text/markdown',
  'text/html, text/markdown;q=0.9',
  'text/markdown;q=0',
  'text/markdown;q=0.5, */*',
  'text/markdown;q=0.5, text/*;q=0.6, */*;q=0.1',
  'text/markdown;q=nonsense',
  'x-text/markdown-like',
])('%s does not', (accept) => {
  expect(prefersMarkdown(accept)).toBe(false);
});
