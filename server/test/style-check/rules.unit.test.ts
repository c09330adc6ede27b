import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { writeRule } from '../../src/style-check/rules.ts';

/** Returns what Vale would read of a rule that was written again. */
function written(text: string): unknown {
  const rule = writeRule(text);
  return 'text' in rule ? parse(rule.text, { version: '1.1' }) : rule;
}

describe('a rule is rewritten', () => {
  test('with all its settings', () => {
    const text = `extends: substitution
message: "Use '%s' instead of '%s'."
ignorecase: yes
level: error
action:
  name: replace
swap:
  "(?:e-mail|E-mail)\\\\b": email
  'on the ''fly''': ''
  no: yes
`;
    expect(written(text)).toEqual(parse(text, { version: '1.1' }));
    expect(written(text)).toMatchObject({
      ignorecase: true,
      swap: { '(?:e-mail|E-mail)\\b': 'email', "on the 'fly'": '' },
    });
  });

  test('with keys of any length, and texts of many lines', () => {
    const long = 'a|'.repeat(2_000);
    const text = `extends: existence\nscope: [heading, text]\nraw:\n  - |\n    one\n    two\nswap:\n  ? "${long}"\n  : b\n`;
    expect(written(text)).toEqual({
      extends: 'existence',
      scope: ['heading', 'text'],
      raw: ['one\ntwo\n'],
      swap: { [long]: 'b' },
    });
  });

  test('with characters that would end a line, and with empty lists', () => {
    const rule = {
      extends: 'existence',
      tokens: ['a\u2028b\u0085c\u007F', '', '# no comment'],
      raw: [],
      action: {},
      limit: 3,
    };
    expect(written(JSON.stringify(rule))).toEqual(rule);
  });

  test.each([
    'extends: script\nscript: |\n  for {}',
    '"ext\\u0065nds": script',
    '{extends: script, script: x.tengo}',
    'x: &a script\nextends: *a',
    '? extends\n: script',
    '---\nextends: !!str script\n',
    'extends: existence\n"ext\\u0065nds": script',
  ])('but never a script: %j', (text) => {
    expect(written(text)).toEqual({ because: 'script' });
  });

  test.each([
    ['no kind', 'message: hello'],
    ['a kind that nobody knows', 'extends: shell'],
    ['two documents', 'extends: existence\n---\nextends: script'],
    ['no map', '- extends: existence'],
    ['no YAML', 'extends: [existence'],
    ['a dictionary elsewhere', 'extends: spelling\ndicpath: /usr/share'],
    ['a list of words elsewhere', 'extends: spelling\nignore:\n  - words.txt\n  - ../../../etc/passwd'],
    ['a dictionary elsewhere, in other letters', 'extends: spelling\nDicPath: /usr/share'],
    ['a dictionary elsewhere, in letters that Go takes for these', 'extends: spelling\n"dictionarie\u017F": [/etc/x]'],
    ['a model elsewhere', 'extends: sequence\nmodel: ../../../../etc/words'],
    ['a list that holds itself', 'extends: existence\ntokens: &a [b, *a]'],
    ['a map that holds itself', 'extends: substitution\nswap: &a {b: *a}'],
    ['deep nesting', `extends: existence\ntokens: ${'['.repeat(60_000)}`],
    ['deep lists', `extends: existence\ntokens:\n${'- '.repeat(30_000)}a`],
    ['a great size', `extends: existence\ntokens:\n${'- word\n'.repeat(8_000)}`],
  ])('never with %s', (_, text) => {
    expect(written(text)).toEqual({ because: 'unreadable' });
  });
});
