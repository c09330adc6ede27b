import { readFileSync } from 'node:fs';
import { readabilityRules } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { pageRules, siteRules } from '../../../src/docs/readers/rules.ts';

const document = readFileSync(new URL('../../../../docs/ai-readers.md', import.meta.url), 'utf8');

test('every rule about AI readers is explained, and no other', () => {
  const explained = [...document.matchAll(/^\| `([a-z-]+)` \| /gm)].map(([, rule]) => rule);
  expect(explained).toEqual([...readabilityRules]);
});

test('the contract has the same rules as the check of the docs', () => {
  expect([...pageRules, ...siteRules]).toEqual([...readabilityRules]);
});
