import { describe, expect, test } from 'vitest';
import { reduceUserAgent } from '../../../src/analytics/classify/reduce-user-agent.ts';
import { verdictOf } from './released.ts';
import { browsers, crawlers, linesOf } from './corpora.ts';

const classOf = (userAgent: string): string => verdictOf({ userAgent }).class;

/** Returns the user agents that are not classified as expected. */
const others = (userAgents: string[], expected: string): string[] =>
  userAgents.filter((userAgent) => classOf(userAgent) !== expected);

describe('people', () => {
  test('real browsers of this year are people', () => {
    expect(browsers().length).toBeGreaterThan(500);
    expect(others(browsers(), 'human')).toEqual([]);
  });

  test('rare browsers are people: within apps, televisions, consoles, old phones, terminals', () => {
    expect(others(linesOf('people.txt'), 'human')).toEqual([]);
  });

  test('people are still people when their user agents are reduced', () => {
    const reduced = [...browsers(), ...linesOf('people.txt')].map(reduceUserAgent);
    expect(others(reduced, 'human')).toEqual([]);
  });
});

describe('programs', () => {
  test('a reader that is tagged as a crawler for AI counts as AI', () => {
    const tagged = crawlers().flatMap(({ userAgent, ai }) => (ai ? userAgent : []));
    expect(tagged.length).toBeGreaterThan(80);
    expect(others(tagged, 'ai')).toEqual([]);
  });

  test('less than 1 % of the other crawlers count as people', () => {
    const rest = crawlers().flatMap(({ userAgent, ai }) => (ai ? [] : userAgent));
    const passed = rest.filter((userAgent) => classOf(userAgent) === 'human');
    expect(passed.length / rest.length).toBeLessThan(0.01);
  });

  test('a reader without the tag counts as AI only if its operator says so', () => {
    const untagged = crawlers().flatMap(({ userAgent, ai }) => (ai ? [] : verdictOf({ userAgent })));
    const agents = new Set(untagged.flatMap((verdict) => (verdict.class === 'ai' ? (verdict.agent ?? '') : [])));
    expect([...agents].toSorted()).toEqual([
      'Ai2',
      'AmazonBuyForMe',
      'Amazonbot',
      'Applebot',
      'BuddyBot',
      'Cotoyogi',
      'Diffbot',
      'FriendlyCrawler',
      'Gemini CLI',
      'Google-Agent',
      'GoogleAgent-Mariner',
      'GoogleOther',
      'ICC-Crawler',
      'ImagesiftBot',
      'Manus-User',
      'Nova Act',
      'OpenCode',
      'PanguBot',
      'QualifiedBot',
      'Sidetrade indexer bot',
      'Timpibot',
      'Trae',
      'TwinAgent',
      'Unnamed agent',
      'WRTNBot',
      'YouBot',
      'meta-externalfetcher',
      'meta-webindexer',
      'webzio',
    ]);
  });
});

test.each(linesOf('agents.txt').map((line) => line.split('\t') as [string, string]))('%s: %s', (agent, userAgent) => {
  expect(verdictOf({ userAgent })).toMatchObject({ class: 'ai', agent });
});
