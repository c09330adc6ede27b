import { describe, expect, test } from 'vitest';
import { credentialsIn } from '../../src/leaks/credentials.ts';
import { madeUp } from './made-up.ts';

const value = `ghp_${madeUp(36)}`;
const base64 = Buffer.from(value).toString('base64');

function eachAs(write: (code: number) => string): string {
  return Array.from(value, (one) => write(one.charCodeAt(0))).join('');
}

/** Cyrillic letters and a Greek one for Latin letters that look the same. */
const alike: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: '\u0430',
    c: '\u0441',
    e: '\u0435',
    o: '\u043e',
    p: '\u0440',
    A: '\u0391',
    B: '\u0412',
    H: '\u041d',
    T: '\u0422',
  }),
);

describe('a credential in another writing', () => {
  test.each([
    ['base64', base64],
    ['base64 beside other things', Buffer.from(`TOKEN=${value}\n`).toString('base64')],
    ['base64url', Buffer.from(value).toString('base64url')],
    [
      'base64 in lines',
      Buffer.from(`# Where it is used:\n${'the docs '.repeat(9)}\n${value}\n`)
        .toString('base64')
        .replaceAll(/.{76}/g, '$&\n'),
    ],
    ['base64 twice', Buffer.from(base64).toString('base64')],
    ['hex', Buffer.from(value).toString('hex')],
    ['URL-encoding', eachAs((code) => `%${code.toString(16)}`)],
    ['URL-encoding of one character', value.replace('_', '%5F')],
    ['entities', eachAs((code) => `&#${code};`)],
    ['entities in hex', eachAs((code) => `&#x${code.toString(16)};`)],
    ['escapes of JSON', eachAs((code) => `\\u00${code.toString(16)}`)],
    ['escapes of a program', eachAs((code) => `\\x${code.toString(16)}`)],
    ['letters that look the same', Array.from(value, (one) => alike.get(one) ?? one).join('')],
    ['two lines', `${value.slice(0, 20)}\n${value.slice(20)}`],
    ['two lines of a quotation', `${value.slice(0, 20)}\n> ${value.slice(20)}`],
    ['two lines of a command', `${value.slice(0, 20)}\\\n${value.slice(20)}`],
  ])('%s', async (_name, written) => {
    const text = `Set it: ${written}\nand go on\n`;
    const found = await credentialsIn(text);
    expect(found.map(({ rule, start, end }) => [rule, text.slice(start, end)])).toEqual([['github', written]]);
  });

  test.each([
    ['two texts', `"${value.slice(0, 20)}" + "${value.slice(20)}"`],
    ['three texts', `'${value.slice(0, 14)}' . '${value.slice(14, 25)}' . '${value.slice(25)}'`],
    ['texts in two lines', `"${value.slice(0, 20)}" +\n    "${value.slice(20)}"`],
  ])('%s', async (_name, written) => {
    const text = `const it = ${written};\n`;
    const found = await credentialsIn(text);
    expect(found.map(({ rule, start, end }) => [rule, text.slice(start, end)])).toEqual([
      ['github', written.slice(1, -1)],
    ]);
  });
});

test.each([
  ['words of Russian', 'Ключ доступа: сохраните его в файле config.yml, версия 2 и выше'],
  ['an encoded example', Buffer.from('api_key=YOUR_API_KEY_HERE\n').toString('base64')],
  ['an encoded picture', `data:image/png;base64,${Buffer.from(madeUp(600)).toString('latin1')}`],
  ['an address with escapes', 'https://acme.dev/search?q=access%20token%20and%20secret%3A%20how'],
  ['a list of words', 'authentication_1\nconfiguration\ndocumentation-2\nintroduction'],
])('%s is not reported', async (_name, text) => {
  expect(await credentialsIn(`${text}\n`)).toEqual([]);
});

test.each([
  ['alone', '', ''],
  ['after another word', 'some-other+word ', ''],
  ['after a long word', `${'x'.repeat(40)} `, ''],
  ['before other words', '', ' and more words'],
])('a credential is found in the shortest encoded run %s, and in no shorter one', async (_, before, after) => {
  const run = Buffer.from('\tAKIAQWERTYUIOPASDF42').toString('base64');
  expect(run).toHaveLength(28);
  const start = before.length;
  expect(await credentialsIn(before + run + after)).toMatchObject([{ start, end: start + 28 }]);
  expect(await credentialsIn(before + run.slice(0, 27) + after)).toEqual([]);
});

test('the first of two pieces has at least six letters', async () => {
  expect(await credentialsIn('AKIAQ2\nWERTYUIOPASDFG')).toMatchObject([{ start: 0, end: 21 }]);
  expect(await credentialsIn('AKIA2\nQWERTYUIOPASDFG')).toEqual([]);
});
