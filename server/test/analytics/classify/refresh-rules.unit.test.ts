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
  test('of crawler-user-agents gives its readers for AI alone, with their user agents', () => {
    const list = readList(
      JSON.stringify([
        { pattern: 'SampleAi\\/', tags: ['ai-crawler'], instances: ['SampleAi/1.0'] },
        { pattern: 'OtherBot', tags: ['seo'], instances: ['OtherBot'] },
      ]),
    );
    expect(list).toMatchObject({ licence: 'MIT', entries: [{ agent: 'SampleAi', examples: ['SampleAi/1.0'] }] });
  });

  test('of ai.robots.txt gives all it has, with operator and purpose', () => {
    const { entries } = robots({ 'Sample-Bot': { operator: 'Unclear at this time.', function: 'AI Search Crawlers' } });
    expect(entries).toMatchObject([{ agent: 'Sample-Bot', operator: 'unknown', purpose: 'search' }]);
  });

  test.each(['[]', '"GPTBot"', '{"GPTBot": {"name": "GPTBot"}}'])('that is none is refused: %s', (text) => {
    expect(() => readList(text)).toThrow('neither crawler-user-agents.json nor the robots.json');
  });
});

describe('of a list and the rules', () => {
  test('what no rule names is to be added, with source and date', () => {
    expect(differenceOf('SampleCrawler').missing).toEqual([
      {
        operator: 'Sample',
        source: 'https://github.com/ai-robots-txt/ai.robots.txt',
        date: '2026-11-23',
        rules: [{ agent: 'SampleCrawler', purpose: 'training', example: 'SampleCrawler/1.0' }],
      },
    ]);
  });

  test('what a rule names as AI is no difference', () => {
    const { missing, contested, refused } = differenceOf('GPTBot');
    expect({ missing, contested, refused }).toEqual({ missing: [], contested: [], refused: [] });
  });

  test('what a rule names as another bot is for people to decide', () => {
    const { contested, missing } = differenceOf('AhrefsBot');
    expect({ contested, missing }).toEqual({ contested: [{ agent: 'AhrefsBot', rule: 'ahrefsbot' }], missing: [] });
  });

  test('a bare word is refused', () => {
    expect(differenceOf('Discovery')).toMatchObject({ missing: [], refused: [{ agent: 'Discovery' }] });
  });

  test('so is a name that is in a person’s user agent', () => {
    const person = chrome.replace('Windows NT 10.0', 'Windows NT 10.0; SampleCrawler');
    expect(differenceOf('SampleCrawler', [person])).toMatchObject({
      missing: [],
      refused: [{ agent: 'SampleCrawler' }],
    });
  });

  test('a rule that rests on it and is not in it is reported', () => {
    expect(differenceOf('SampleCrawler').gone.map(({ id }) => id)).toContain('timpibot');
    expect(differenceOf('Timpibot').gone.map(({ id }) => id)).not.toContain('timpibot');
  });
});

test.each(['Code', 'Spider', 'LCC', 'Operator', 'spider', 'wpbot', 'AGENT'])('%s is a bare word', (name) => {
  expect(isBareWord(name)).toBe(true);
});

test.each(['Timpibot', 'AI2Bot', 'Nova Act', 'cohere-ai', 'ChatGPT', 'panscient.com'])('%s is none', (name) => {
  expect(isBareWord(name)).toBe(false);
});
