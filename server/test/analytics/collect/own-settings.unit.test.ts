import { describe, expect, test } from 'vitest';
import { openClassifier } from '../../../src/analytics/classify/classifier.ts';
import { openOwnRules, withOwnRules } from '../../../src/analytics/classify/own-rules.ts';
import type { Reader } from '../../../src/analytics/classify/reader.ts';
import { pageRequest, chrome } from '../classify/page-request.ts';
import { released } from '../classify/released.ts';
import { exclusionOf, compileSettings } from '../../../src/analytics/collect/own-settings.ts';
import { collectedProject } from '../support/collected-project.ts';
import { collect } from './support.ts';

const nobody = { agent: null, operator: null, purpose: null };

describe('a view that a project excludes is dropped with its reason, from every source', () => {
  const project = collectedProject({
    excludeAddresses: ['192.0.2.0/25', '2001:db8::7'],
    excludePaths: ['/internal/*'],
    excludeUserAgents: ['acme*monitor'],
  });

  test.each(['browser', 'server', 'import'] as const)('%s', async (source) => {
    const events = [
      { path: '/a', ip: '192.0.2.7' },
      { path: '/a', ip: '::ffff:192.0.2.7' },
      { path: '/a', ip: '2001:db8:0::7' },
      { path: '/internal/plan.html' },
      { path: '/a', userAgent: 'Acme-Uptime monitor/1' },
      { path: '/a', headers: { 'user-agent': 'acme monitor' } },
      { path: '/a', ip: '192.0.2.200', userAgent: 'acme monitoring' },
      { path: '/internal' },
    ];
    const { arrival, pageRequests, result } = await collect(events, { source, project });
    expect(arrival.dropped).toEqual({ excluded_address: 3, excluded_path: 1, excluded_user_agent: 2 });
    expect(result.dropped.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(arrival.views.map(({ path }) => path)).toEqual(['/a', '/internal']);
    expect(pageRequests).toHaveLength(2);
  });
});

describe('rules of a project', () => {
  const rules = [
    { ...nobody, name: 'Our reader', pattern: 'acme-reader', class: 'ai', operator: 'Acme', purpose: 'search' },
    { ...nobody, name: 'Link check', pattern: 'acme-*', class: 'bot' },
    { ...nobody, name: 'Screens', pattern: 'GPTBot/9', class: 'human' },
    { ...nobody, name: 'Kiosk', pattern: 'Kiosk-7', class: 'bot' },
  ] as const;
  const own = openOwnRules(rules);
  const classifier = openClassifier({ judge: released, now: () => new Date(0) });
  const read = (userAgent: string, given: typeof own | null = own): Reader => {
    const reader = classifier.classify(pageRequest({ userAgent }), given ?? undefined);
    if (reader instanceof Promise) throw new Error('No request here is signed');
    return reader;
  };

  test('apply before all others, in their order', () => {
    expect(read('acme-reader/1').verdict).toEqual({
      class: 'ai',
      agent: 'Our reader',
      operator: 'Acme',
      purpose: 'search',
      verification: 'claimed',
      rule: 'own-our-reader',
    });
    expect(read('acme-thing/1').verdict).toMatchObject({ class: 'bot', agent: 'Link check', rule: 'own-link-check' });
    expect(read('GPTBot/9').verdict).toMatchObject({ class: 'human', agent: null, rule: 'own-screens' });
    expect(read('GPTBot/1.3').verdict.rule).toBe('gptbot');
  });

  test('apply only to their project, and have a version of their own', () => {
    expect(read('acme-reader/1', null).verdict).toMatchObject({ class: 'bot', rule: 'isbot' });
    const others = openOwnRules([{ ...rules[0], class: 'bot', operator: null, purpose: null }]);
    expect(read('acme-reader/1', others).verdict.class).toBe('bot');
    const versions = [read('acme-reader/1'), read('acme-reader/1', others), read('acme-reader/1', null)];
    expect(new Set(versions.map((reader) => reader.rules)).size).toBe(3);
  });

  test("stored views are judged as before, and a person's user agent stays reduced if no rule needs more", () => {
    const judge = withOwnRules(released, own);
    for (const userAgent of ['acme-reader/1', 'GPTBot/9', `${chrome} Kiosk-7/1`, chrome]) {
      const { evidence, verdict } = read(userAgent);
      expect(judge.verdictOf(evidence)).toEqual(verdict);
    }
    expect(read(chrome).evidence.userAgent).toBe('Mozilla/5 AppleWebKit/537 Chrome/154 Safari/537');
    expect(read(`${chrome} Kiosk-7/1`).evidence.userAgent).toContain('Kiosk-7');
  });
});

test('the settings of a project are compiled once, and separately for each project', () => {
  const settings = { readerRules: [], excludeAddresses: [], excludePaths: ['/drafts'], excludeUserAgents: [] };
  expect(compileSettings(settings)).toBe(compileSettings(settings));
  const other = compileSettings({ ...settings, excludePaths: ['/other'] });
  expect(exclusionOf(other, { address: undefined, path: '/drafts', userAgent: '' })).toBeUndefined();
});
