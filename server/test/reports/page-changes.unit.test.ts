import { expect, test } from 'vitest';
import { listPages, topPages } from '../../src/reports/page-changes.ts';

const counted = (now: number[], before: number[]) => ({
  now: Float64Array.from(now),
  before: Float64Array.from(before),
});

test('pages are sorted by views, equal ones by number, at most ten', () => {
  const views = [0, 5, 9, 5, 0, 1, 2, 3, 4, 6, 7, 8, 10];
  expect(listPages(counted(views, views)).readMost).toEqual([12, 2, 11, 10, 9, 1, 3, 8, 7, 6]);
  expect(topPages(Float64Array.from([0, 3, 0, 7]))).toEqual([3, 1]);
});

test('a page counts as changed if it differs by more than three standard deviations', () => {
  // Three times the root of the sum is 46.7 for 100 and 142, 12 for 3 and 13, 13.4 for 3 and 17.
  const { readMore, readLess } = listPages(counted([150, 142, 13, 3, 17, 0, 400], [100, 100, 3, 13, 3, 12, 900]));
  expect(readMore).toEqual([0, 4]);
  expect(readLess).toEqual([6, 5]);
});

test('new pages and arrays of different lengths are compared', () => {
  expect(listPages(counted([0, 0, 20], [0, 30]))).toEqual({ readMost: [2], readMore: [2], readLess: [1] });
});

test('random variation lists hardly any page: of 2,000 pages with the same readers in both weeks', () => {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const poisson = (mean: number) => {
    let [product, count] = [random(), 0];
    for (; product > Math.exp(-mean); product *= random()) count += 1;
    return count;
  };
  const pages = Array.from({ length: 2_000 }, (_, page) => 1 + (page % 60));
  const { readMore, readLess } = listPages(counted(pages.map(poisson), pages.map(poisson)));
  expect(readMore.length + readLess.length).toBeLessThan(12);
});
