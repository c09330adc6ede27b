import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { bundledRanges } from '../../../src/analytics/classify/networks/file.ts';
import { aiByStructure } from '../../../src/analytics/classify/rules/ai-by-structure.ts';
import { people } from '../../../src/analytics/classify/rules/people.ts';
import { rulesOf } from '../../../src/analytics/classify/rules/rule.ts';
import { released, verdictOf } from './released.ts';

const { version, named, companyHosts, accepts, signers } = released.known;
const rules = [...named, ...aiByStructure(companyHosts).flatMap(rulesOf)];

test.each(rules)('$id matches its example', ({ id, example, agent, purpose }) => {
  expect(verdictOf({ userAgent: example })).toMatchObject({ rule: id, agent, purpose });
});

test.each([...people])('$id classifies its example as a person', ({ id, example }) => {
  expect(verdictOf({ userAgent: example })).toMatchObject({ rule: id, class: 'human' });
});

test('ids are unique, sources are https, dates are days', () => {
  const all = [...rules, ...accepts, ...signers];
  expect(new Set([...all, ...people].map(({ id }) => id)).size).toBe(all.length + people.length);
  for (const { source, date } of all) {
    expect(new URL(source).protocol).toBe('https:');
    expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
});

test('each network that a rule names is bundled with the package, at least with its publication address', () => {
  const known = new Set(bundledRanges().networks.map(({ id }) => id));
  expect(rules.flatMap(({ networks }) => networks).filter((id) => !known.has(id))).toEqual([]);
});

/** When this fails, rules have changed: give the rules a new version, and update both values here. */
test('a change of the rules is a new version', () => {
  const data = JSON.stringify([rules, accepts, signers, people]);
  const pinned = { version, digest: createHash('sha256').update(data).digest('hex').slice(0, 16) };
  expect(pinned).toEqual({ version: '2026-11-24.2', digest: '8ce88e0a5ca638d7' });
});
