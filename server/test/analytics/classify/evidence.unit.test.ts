import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openClassifier } from '../../../src/analytics/classify/classifier.ts';
import type { PageRequest, Reader } from '../../../src/analytics/classify/reader.ts';
import { reduceUserAgent } from '../../../src/analytics/classify/reduce-user-agent.ts';
import { released, verdictOf } from './released.ts';
import { pageRequest, browserAccept, chrome } from './page-request.ts';
import { browsers, crawlers, linesOf } from './corpora.ts';

const classifier = openClassifier({ judge: released, now: () => new Date(0) });

function read(given: Partial<PageRequest>): Reader {
  const reader = classifier.classify(pageRequest(given));
  if (reader instanceof Promise) throw new Error('nothing is fetched here');
  return reader;
}

const navigation = { accept: browserAccept, 'sec-fetch-mode': 'navigate' };

describe('the stored evidence of a person', () => {
  test('names and main versions of browsers, and no address', () => {
    expect(read({ headers: navigation, address: '203.0.113.9' }).evidence).toEqual({
      userAgent: 'Mozilla/5 AppleWebKit/537 Chrome/154 Safari/537',
      accept: 'text/html',
      fetchMetadata: true,
    });
    expect(read({}).evidence).toEqual({ userAgent: 'Mozilla/5 AppleWebKit/537 Chrome/154 Safari/537' });
  });

  test.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21D50 Instagram 318.0.7.22.109 (iPhone13,2; iOS 17_3; en_US; scale=3.00; 563741270) NW/3',
      'Mozilla/5 AppleWebKit/605 Mobile/21 Instagram/318',
    ],
    ['Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)', 'Mozilla/4 MSIE/8 Trident/4'],
    ['Lynx/2.9.0dev.12 libwww-FM/2.14', 'Lynx/2 Unnamed/0'],
    ['SonyEricssonK800i/R1KG Browser/NetFront/3.3', 'Mozilla/5 NetFront/3'],
    ['Mozilla/5.0 (Linux; Android 13; JanesPhone/20260917) MyOwnBrowser/4711.0815', 'Mozilla/5 Unnamed/0'],
    ['', 'Mozilla/5 Unnamed/0'],
  ])('%s becomes %s', (userAgent, reduced) => {
    expect(reduceUserAgent(userAgent)).toBe(reduced);
  });

  test('gives the same verdict again', () => {
    const otherwise = [...browsers(), ...linesOf('people.txt')].filter((userAgent) => {
      const { evidence, verdict } = read({ userAgent, headers: navigation });
      return verdict.class !== 'human' || verdictOf(evidence).class !== 'human';
    });
    expect(otherwise).toEqual([]);
  });

  test.each([
    ['the Markdown of a page', { markdownPath: true, headers: navigation }],
    ['Markdown before HTML', { headers: { ...navigation, accept: 'text/markdown, text/html;q=0.5' } }],
    [
      'with the signature of nobody known',
      { headers: { ...navigation, 'signature-agent': '"https://nobody.example"' } },
    ],
  ])('is also reduced if a browser requests %s, which does not count as a person', (_what, asked) => {
    for (const userAgent of [chrome, ...linesOf('people.txt')]) {
      const { evidence, verdict } = read({ userAgent, ...asked });
      expect(verdict.class).not.toBe('human');
      expect(evidence.userAgent).not.toMatch(/[();]/);
      expect(verdictOf(evidence)).toMatchObject({ class: verdict.class, agent: verdict.agent });
    }
  });

  test('keeps only those parts of the Accept header that may decide', () => {
    expect(keptOf('text/html,application/xhtml+xml,*/*;q=0.8')).toBe('text/html');
    expect(keptOf('x-my-very-own/thing')).toBe('*/*');
    expect(keptOf('text/markdown, */*')).toBe('text/markdown, */*');
  });

  test('groups thousands of browsers into fewer than half as many readers', () => {
    const userAgents = browsers();
    const digests = new Set(userAgents.map((userAgent) => read({ userAgent, headers: navigation }).digest));
    expect(digests.size).toBeLessThan(userAgents.length / 2);
  });
});

describe('the stored evidence of a program', () => {
  test('has the user agent and the Accept header, both cut, and the published networks of the address', () => {
    const userAgent = `GPTBot/1.3 ${'x'.repeat(600)}`;
    const headers = { accept: `text/html, ${'y'.repeat(600)}` };
    const { evidence } = read({ userAgent, headers, address: '20.171.206.9' });
    expect(evidence).toEqual({
      userAgent: userAgent.slice(0, 512),
      accept: headers.accept.slice(0, 200),
      fetchMetadata: false,
      networks: ['openai-gptbot'],
      addressKnown: true,
    });
  });

  test('has nothing of an address that decides nothing', () => {
    expect(read({ userAgent: 'Bytespider', address: '203.0.113.9' }).evidence).toEqual({ userAgent: 'Bytespider' });
    expect(read({ userAgent: 'curl/8.5.0', address: '203.0.113.9' }).evidence).toEqual({ userAgent: 'curl/8.5.0' });
  });

  test('gives the same verdict again', () => {
    const otherwise = crawlers().filter(({ userAgent }) => {
      const { evidence, verdict } = read({ userAgent, headers: {}, address: '203.0.113.9' });
      return verdict.class !== 'human' && !isDeepStrictEqual(verdictOf(evidence), verdict);
    });
    expect(otherwise).toEqual([]);
  });
});

describe('readers', () => {
  test('are the same object for the same evidence', () => {
    const older = chrome.replace('Chrome/154.0.0.0', 'Chrome/154.0.8037.55');
    expect(read({ userAgent: older })).toBe(read({ userAgent: chrome }));
    const gptbot = { userAgent: 'GPTBot/1.3' };
    expect(read({ ...gptbot, address: '20.171.206.9' })).toBe(read({ ...gptbot, address: '20.171.206.10' }));
  });

  test('differ by whether headers are known, and by the headers', () => {
    const digests = [
      read({ headers: undefined }),
      read({ headers: {} }),
      read({ headers: { accept: '*/*' } }),
      read({ headers: navigation }),
      read({ markdownPath: true }),
    ].map(({ digest }) => digest);
    expect(new Set(digests).size).toBe(digests.length);
  });

  test('are forgotten if there are too many, and then reported equal again', () => {
    const small = openClassifier({ judge: released, now: () => new Date(0), remembered: 10 });
    const first = small.classify(pageRequest({ userAgent: 'GPTBot/1.3' }));
    for (let number = 0; number < 100; number += 1) void small.classify(pageRequest({ userAgent: `curl/${number}` }));
    const again = small.classify(pageRequest({ userAgent: 'GPTBot/1.3' }));
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
  });

  test('have a SHA-256 in base64url', () => {
    expect(read({}).digest).toMatch(/^[\w-]{43}$/);
  });
});

/** Returns what is stored of a browser's Accept header. */
function keptOf(accept: string) {
  return read({ userAgent: chrome, headers: { ...navigation, accept } }).evidence.accept;
}
