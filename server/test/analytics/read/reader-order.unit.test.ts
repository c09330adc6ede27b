import { expect, test } from 'vitest';
import { compareReaders } from '../../../src/analytics/read/readers/reader-order.ts';

test('readers with equally many views have one order, whatever order they come in', () => {
  const ordered = [
    { name: 'Zed', operator: 'Zed Industries', purpose: 'coding', views: 8 },
    { name: 'ClaudeBot', operator: 'Anthropic', purpose: 'training', views: 7 },
    { name: 'Unnamed agent', operator: 'another', purpose: 'search', views: 7 },
    { name: 'Unnamed agent', operator: 'unknown', purpose: 'coding', views: 7 },
    { name: 'Unnamed agent', operator: 'unknown', purpose: 'other', views: 7 },
    { name: 'curl', operator: 'unknown', views: 7 },
    { name: 'Éclair', operator: 'unknown', views: 7 },
  ];
  expect(ordered.toReversed().sort(compareReaders)).toEqual(ordered);
  expect([...ordered.slice(4), ...ordered.slice(0, 4)].sort(compareReaders)).toEqual(ordered);
});
