import { describe, expect, test } from 'vitest';
import { marksOf, ruleFor } from '../../../src/analytics/read/readers/reader-marks.ts';

const marks = (given: Partial<Parameters<typeof marksOf>[0]>) =>
  marksOf({ class: 'human', evidence: { userAgent: '' }, rule: 'browser', views: 9, steady: 0, ...given });

describe('a browser without Sec-Fetch-* headers is suspicious if its version sends them', () => {
  test.each([
    ['Mozilla/5 AppleWebKit/537 Chrome/154 Safari/537', false, true],
    ['Mozilla/5 AppleWebKit/537 Chrome/79 Safari/537', false, false],
    ['Mozilla/5 AppleWebKit/537 Chrome/154 Safari/537', true, false],
    ['Mozilla/5 AppleWebKit/537 Chrome/154 Safari/537', undefined, false],
    ['Mozilla/5 Gecko/2010 Firefox/152', false, true],
    ['Mozilla/5 Gecko/2010 Firefox/78', false, false],
    ['Mozilla/5 AppleWebKit/605 Version/26 Safari/605', false, true],
    ['Mozilla/5 AppleWebKit/605 Version/15 Mobile/15 Safari/604', false, false],
    ['Mozilla/5 Unnamed/0', false, false],
  ])('%s, sent %s: %s', (userAgent, fetchMetadata, odd) => {
    const evidence = { userAgent, ...(fetchMetadata !== undefined && { fetchMetadata }) };
    expect(marks({ evidence })).toEqual(odd ? [{ mark: 'no_fetch_metadata', of: 9 }] : []);
  });
});

test('a bot is suspicious only if it has no name or controls a browser', () => {
  expect(marks({ class: 'bot', rule: 'isbot' })).toEqual([{ mark: 'no_name', of: 9 }]);
  expect(marks({ class: 'bot', rule: 'no-user-agent' })).toEqual([{ mark: 'no_name', of: 9 }]);
  expect(marks({ class: 'bot', rule: 'headless-chrome' })).toEqual([{ mark: 'headless', of: 9 }]);
  expect(marks({ class: 'bot', rule: 'googlebot' })).toEqual([]);
});

test('steady visits are marked by their views, unless a rule of the project names the reader', () => {
  expect(marks({ steady: 4 })).toEqual([{ mark: 'steady', of: 4 }]);
  expect(marks({ steady: 4, rule: 'own-kiosk' })).toEqual([]);
});

test.each([
  ['acme-probe/2.1 (x)', 'name=acme-probe; pattern=acme-probe; class=bot'],
  ['Mozilla/5.0 (compatible; Acme.Probe/2; +https://a.example)', 'name=Acme.Probe; pattern=Acme.Probe; class=bot'],
  ['Mozilla/5 AppleWebKit/537 Chrome/61 Safari/537', 'name=Chrome 61; pattern=Chrome/61; class=bot'],
  ['Mozilla/5 AppleWebKit/537 Chrome/154 Safari/537', null],
  ['', null],
  ['x', null],
])('the suggested rule for %j is %s', (userAgent, rule) => {
  expect(ruleFor(userAgent)).toBe(rule);
});
