import { expect, test } from 'vitest';
import { isIncluded } from '../../src/request/paths.ts';

test.each([
  ['/docs', true],
  ['/docs/start', true],
  ['/docsify', false],
  ['/docs/internal', false],
  ['/docs/internal/plan', false],
  ['/blog/42', true],
  ['/blog/42/draft', false],
  ['/', false],
])('%s is included: %s', (path, included) => {
  // A regular expression that keeps its position must give the same answer the second time.
  const settings = { include: ['/docs/', /^\/blog\/\d+/g], exclude: ['/docs/internal', /draft$/] };
  expect(isIncluded(path, settings)).toBe(included);
  expect(isIncluded(path, settings)).toBe(included);
});

test('without options every path is included', () => {
  expect(isIncluded('/', { include: undefined, exclude: [] })).toBe(true);
  expect(isIncluded('/docs', { include: ['/'], exclude: [] })).toBe(true);
});
