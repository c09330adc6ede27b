import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { released } from './released.ts';
import { openClassifier } from '../../../src/analytics/classify/classifier.ts';
import { addressNumber, blockBounds } from '../../../src/analytics/classify/networks/address.ts';
import { addressRanges } from '../../../src/analytics/classify/networks/lookup.ts';
import { isPublicAddress } from '../../../src/network/public-address.ts';
import type { Reader } from '../../../src/analytics/classify/reader.ts';
import { pageRequest } from './page-request.ts';

const ranges = addressRanges(
  new Map([
    ['openai-gptbot', ['192.0.2.0/24', '2001:db8::/32']],
    ['openai-searchbot', ['192.0.2.128/25', '198.51.100.7/32']],
  ]),
);

describe('verification by address', () => {
  const classifier = openClassifier({ judge: released, now: () => new Date(0), ranges });
  const verify = (userAgent: string, address: string | undefined): Reader['verdict']['verification'] => {
    const reader = classifier.classify(pageRequest({ userAgent, address }));
    return reader instanceof Promise ? null : reader.verdict.verification;
  };

  test.each([
    ['GPTBot/1.3', '192.0.2.1', 'verified'],
    ['GPTBot/1.3', '::ffff:192.0.2.1', 'verified'],
    ['GPTBot/1.3', '2001:db8::1', 'verified'],
    ['GPTBot/1.3', '198.51.100.7', 'spoofed'],
    ['GPTBot/1.3', '2001:db9::1', 'spoofed'],
    ['OAI-SearchBot/1.3', '192.0.2.1', 'spoofed'],
    ['OAI-SearchBot/1.3', '192.0.2.129', 'verified'],
    ['GPTBot/1.3', undefined, 'claimed'],
    ['GPTBot/1.3', 'unknown', 'claimed'],
    ['ChatGPT-User/1.0', '8.8.8.8', 'claimed'],
    ['Bytespider', '8.8.8.8', 'claimed'],
    ['Claude-User (claude-code/2.1.260; +https://support.anthropic.com/)', '8.8.8.8', 'unverifiable'],
    ['Cursor/2.4.1', undefined, 'unverifiable'],
  ])('%s from %s is %s', (userAgent, address, expected) => {
    expect(verify(userAgent, address)).toBe(expected);
  });

  test('a spoofed user agent still counts as the agent that it names', () => {
    const reader = classifier.classify(pageRequest({ userAgent: 'GPTBot/1.3', address: '8.8.8.8' }));
    expect(reader).toMatchObject({ verdict: { class: 'ai', agent: 'GPTBot', verification: 'spoofed' } });
  });

  test('the ranges that come with the package hold what operators have published', () => {
    const bundled = openClassifier({ judge: released, now: () => new Date(0) });
    const of = (userAgent: string, address: string) => bundled.classify(pageRequest({ userAgent, address }));
    expect(of('GPTBot/1.3', '20.171.206.9')).toMatchObject({ verdict: { verification: 'verified' } });
    expect(of('ClaudeBot/1.0', '216.73.216.40')).toMatchObject({ verdict: { verification: 'verified' } });
    expect(of('CCBot/2.0', '2600:1f28:365:80b0::1')).toMatchObject({ verdict: { verification: 'verified' } });
    expect(of('CCBot/2.0', '203.0.113.5')).toMatchObject({ verdict: { verification: 'spoofed' } });
    expect(of('GoogleOther', '66.249.64.1')).toMatchObject({ verdict: { verification: 'verified' } });
    expect(of('(Applebot/0.1; +http://www.apple.com/go/applebot)', '17.241.208.161')).toMatchObject({
      verdict: { verification: 'verified' },
    });
  });

  test.each(['Amazonbot/0.1', 'Amzn-SearchBot/0.1', 'Google-Agent', 'Google-Pinpoint'])(
    '%s is claimed while the ranges of its operator are unknown',
    (userAgent) => {
      const bundled = openClassifier({ judge: released, now: () => new Date(0) });
      const reader = bundled.classify(pageRequest({ userAgent, address: '203.0.113.5' }));
      expect(reader).toMatchObject({ verdict: { class: 'ai', verification: 'claimed' } });
    },
  );
});

test('overlapping networks are all reported', () => {
  expect(ranges.networksOf('192.0.2.200')).toEqual(['openai-gptbot', 'openai-searchbot']);
  expect(ranges.networksOf('192.0.2.127')).toEqual(['openai-gptbot']);
  expect(ranges.networksOf('192.0.3.0')).toEqual([]);
  expect(ranges.networksOf('nonsense')).toBeUndefined();
});

test('a look-up agrees with testing each block', () => {
  const block = fc.tuple(fc.ipV4(), fc.integer({ min: 4, max: 32 })).map(([address, prefix]) => `${address}/${prefix}`);
  const networks = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.array(block, { maxLength: 8 })), {
    selector: ([id]) => id,
  });
  fc.assert(
    fc.property(networks, fc.ipV4(), (entries, address) => {
      const number = addressNumber(address) ?? 0n;
      const naive = entries.filter(([, blocks]) =>
        blocks.some((each) => {
          const bounds = blockBounds(each);
          return bounds !== undefined && bounds.first <= number && number <= bounds.last;
        }),
      );
      const found = addressRanges(new Map(entries)).networksOf(address) ?? [];
      expect(found.toSorted()).toEqual(naive.map(([id]) => id).toSorted());
    }),
  );
});

test.each([
  ['::', 0n],
  ['::1', 1n],
  ['1::', 1n << 112n],
  ['::ffff:1.2.3.4', 0xff_ff_01_02_03_04n],
  ['1.2.3.4', 0xff_ff_01_02_03_04n],
  ['fe80::1%eth0', (0xfe_80n << 112n) | 1n],
  ['1:2:3:4:5:6:7:8', 0x0001_0002_0003_0004_0005_0006_0007_0008n],
  ['1.2.3', undefined],
  ['1.2.3.400', undefined],
  ['', undefined],
])('%s as a number', (address, expected) => {
  expect(addressNumber(address)).toBe(expected);
});

test.each(['192.0.2.0/33', '192.0.2.0/x', '192.0.2.0/-1', '2001:db8::/129', 'example.com', ''])(
  '%s is not a block',
  (block) => {
    expect(blockBounds(block)).toBeUndefined();
  },
);

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', true],
  ['fe80::1', false],
  ['fc00::1', false],
  ['ff02::1', false],
  ['64:ff9b::7f00:1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
])('whether %s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});
