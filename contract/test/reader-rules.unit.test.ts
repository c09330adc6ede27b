import { describe, expect, test } from 'vitest';
import { openPathPattern, openPattern } from '../src/reader/reader-patterns.ts';
import { ReaderRule, ReaderRules, readReaderRule, readerRuleId, writeReaderRule } from '../src/reader/reader-rules.ts';

describe('a pattern of a user agent', () => {
  test.each([
    ['acme-probe', 'Acme-Probe/2.1 (x)', true],
    ['acme-probe', 'Mozilla/5.0 (compatible; acme-probe)', true],
    ['acme-probe', 'acme-prober/1', false],
    ['acme-probe', 'xacme-probe/1 acme-probe', true],
    ['acme*check', 'acme link-check/1', true],
    ['acme*check', 'check acme', false],
    ['acme*check', 'acme checker', false],
    ['acme*check', 'acme checker check', true],
    ['a1*b*c2', 'a1 c2 b', false],
    ['Chrome/61', 'Chrome/610.0', false],
    ['Chrome/61', 'Chrome/61.0', true],
    ['*probe', 'acmeprobe/1', true],
    ['probe*', 'probeX', true],
    ['(x; y)', 'A (x; y)', true],
    ['.*', 'anything', false],
  ])('%s in %s: %s', (pattern, text, found) => {
    expect(openPattern(pattern)(text)).toBe(found);
  });
});

describe('a pattern of a path', () => {
  test.each([
    ['/internal/*', '/internal/a/b', true],
    ['/internal/*', '/internal', false],
    ['/internal', '/internal/a', false],
    ['/*/draft', '/a/b/draft', true],
    ['/*/draft', '/draft', false],
    ['/a*a', '/a', false],
    ['/Internal', '/internal', false],
  ])('%s for %s: %s', (pattern, path, fits) => {
    expect(openPathPattern(pattern)(path)).toBe(fits);
  });
});

const ruleOf = (name: string) => ({ name, pattern: 'acme-probe', class: 'bot' });

describe('a rule', () => {
  const plain = { agent: null, operator: null, purpose: null };

  test('keeps the written values', () => {
    const rule = {
      name: 'Acme',
      pattern: 'acme=1*x',
      class: 'ai',
      agent: 'A',
      operator: null,
      purpose: 'search',
    } as const;
    expect(writeReaderRule(rule)).toBe('name=Acme; pattern=acme=1*x; class=ai; agent=A; purpose=search');
    expect(ReaderRule.parse(readReaderRule(writeReaderRule(rule)))).toEqual(rule);
    expect(ReaderRule.parse(readReaderRule(' name = B ;pattern=bb-b; class=bot;'))).toEqual({
      ...plain,
      name: 'B',
      pattern: 'bb-b',
      class: 'bot',
    });
  });

  test('has an id derived from its name', () => {
    expect(readerRuleId({ name: ' Docs: checker! ' })).toBe('own-docs-checker');
    expect(readerRuleId({ name: 'Prüfer 2' })).toBe('own-prüfer-2');
  });

  test.each([
    ['the word of all browsers', 'name=x; pattern=mozilla; class=ai'],
    ['a pattern for all', 'name=x; pattern=***; class=ai'],
    ['a star between what all have', 'name=x; pattern=Mozilla*Safari; class=bot'],
    ['a pattern that is too short', 'name=x; pattern=a; class=bot'],
    ['no class', 'name=x; pattern=acme-probe'],
    ['another class', 'name=x; pattern=acme-probe; class=robot'],
    ['no pair', 'acme-probe'],
    ['an agent for a bot', 'name=x; pattern=acme-probe; class=bot; agent=Acme'],
    ['a name without a letter', 'name=--; pattern=acme-probe; class=bot'],
    ['more stars than four', 'name=x; pattern=a1*b*c*d*e*f; class=bot'],
  ])('is refused: %s', (_, text) => {
    expect(ReaderRule.safeParse(readReaderRule(text)).success).toBe(false);
  });

  test('two rules with one name are refused, and so are 101 rules', () => {
    expect(ReaderRules.safeParse([ruleOf('a b'), ruleOf('A-B')]).success).toBe(false);
    const many = Array.from({ length: 101 }, (_, place) => ruleOf(`r${place}`));
    expect(ReaderRules.safeParse(many).success).toBe(false);
    expect(ReaderRules.safeParse(many.slice(1)).success).toBe(true);
  });
});
