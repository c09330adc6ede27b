import { describe, expect, test } from 'vitest';
import { compareList } from '../../../scripts/reader-rules/compare.ts';
import { readList } from '../../../scripts/reader-rules/list.ts';
import { isBareWord } from '../../../src/analytics/classify/refresh/bare-word.ts';
import { chrome } from './page-request.ts';
import { released } from './released.ts';

const robots = (entries: Record<string, { operator: string; function: string }>) => readList(JSON.stringify(entries));

const differenceOf = (agent: string, people: string[] = [chrome]) =>
  compareList(robots({ [agent]: { operator: '[Sample](https://sample.example)', function: 'AI model training.' } }), {
    judge: released,
    date: '2026-11-23',
    people,
  });

describe('a list', () => {
  test('of crawler-user-agents gives only its AI readers, with their user agents', () => {
    const list = readList(
      JSON.stringify([
        { pattern: 'SampleAi\\/', tags: ['ai-crawler'], instances: ['SampleAi/1.0'] },
        { pattern: 'OtherBot', tags: ['seo'], instances: ['OtherBot'] },
      ]),
    );
    expect(list).toMatchObject({ licence: 'MIT', entries: [{ agent: 'SampleAi', examples: ['SampleAi/1.0'] }] });
  });

  test('of ai.robots.txt gives all its readers, with operator and purpose', () => {
    const { entries } = robots({ 'Sample-Bot': { operator: 'Unclear at this time.', function: 'AI Search Crawlers' } });
    expect(entries).toMatchObject([{ agent: 'Sample-Bot', operator: 'unknown', purpose: 'search' }]);
  });

  test.each(['[]', '"GPTBot"', '{"GPTBot": {"name": "GPTBot"}}'])('in an unknown format is refused: %s', (text) => {
    expect(() => readList(text)).toThrow('neither crawler-user-agents.json nor the robots.json');
  });
});

describe('the difference between a list and the rules', () => {
  test('reports a reader without a rule as missing, with source and date', () => {
    expect(differenceOf('SampleCrawler').missing).toEqual([
      {
        operator: 'Sample',
        source: 'https://github.com/ai-robots-txt/ai.robots.txt',
        date: '2026-11-23',
        rules: [{ agent: 'SampleCrawler', purpose: 'training', example: 'SampleCrawler/1.0' }],
      },
    ]);
  });

  test('does not report a reader that a rule classifies as AI', () => {
    const { missing, contested, refused } = differenceOf('GPTBot');
    expect({ missing, contested, refused }).toEqual({ missing: [], contested: [], refused: [] });
  });

  test('reports a reader that another bot’s rule names, for people to decide', () => {
    const { contested, missing } = differenceOf('AhrefsBot');
    expect({ contested, missing }).toEqual({ contested: [{ agent: 'AhrefsBot', rule: 'ahrefsbot' }], missing: [] });
  });

  test('refuses a bare word as a name', () => {
    expect(differenceOf('Discovery')).toMatchObject({ missing: [], refused: [{ agent: 'Discovery' }] });
  });

  test('refuses a name that is part of a person’s user agent', () => {
    const person = chrome.replace('Windows NT 10.0', 'Windows NT 10.0; SampleCrawler');
    expect(differenceOf('SampleCrawler', [person])).toMatchObject({
      missing: [],
      refused: [{ agent: 'SampleCrawler' }],
    });
  });

  test('reports a rule that cites the list but is not in it', () => {
    expect(differenceOf('SampleCrawler').gone.map(({ id }) => id)).toContain('timpibot');
    expect(differenceOf('Timpibot').gone.map(({ id }) => id)).not.toContain('timpibot');
  });
});

test.each(['Code', 'Spider', 'LCC', 'Operator', 'spider', 'wpbot', 'AGENT'])('%s is a bare word', (name) => {
  expect(isBareWord(name)).toBe(true);
});

test.each(['Timpibot', 'AI2Bot', 'Nova Act', 'cohere-ai', 'ChatGPT', 'panscient.com'])(
  '%s is not a bare word',
  (name) => {
    expect(isBareWord(name)).toBe(false);
  },
);
