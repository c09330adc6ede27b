import { describe, expect, test } from 'vitest';
import { ownSecretsIn } from '../../src/leaks/own-secrets.ts';
import { madeUp } from './made-up.ts';

const value = `sk-ant-api03-${madeUp(60)}`;
const secrets = [
  { name: 'the key of anthropic', value },
  { name: 'the token of the code host', value: `glpat-${madeUp(20)}` },
];

const hex = Buffer.from(value).toString('hex');
const inEights = value.match(/.{1,8}/g) ?? [];

const code = (letter: string) => letter.charCodeAt(0);
const inCodes = (from: number) => Array.from(value, (one) => String.fromCodePoint(from + code(one))).join('');
const reversed = (text: string) => Array.from(text).toReversed().join('');
/** Cyrillic and Greek letters that look the same. */
const inLookAlikes = (text: string) =>
  text.replaceAll(
    /[aceopxyijsBHKMNTZAEOI]/g,
    (one) => 'асеорхуіјѕВНКМΝТΖАЕОІ'['aceopxyijsBHKMNTZAEOI'.indexOf(one)] ?? '',
  );
const words = ['Every', 'page', 'of', 'these', 'docs', 'says', 'more'];
const base64 = (text: string) => Buffer.from(text).toString('base64');

const ascii85 = Array.from({ length: 85 }, (_, digit) => String.fromCharCode(33 + digit)).join('');
const rfc1924 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

function base85(text: string, digits: string): string {
  const groups = Buffer.from(text).toString('hex').match(/.{8}/g) ?? [];
  return groups.map((group) => inBase(BigInt(`0x${group}`), digits).padStart(5, digits[0])).join('');
}

function base58(text: string): string {
  return inBase(
    BigInt(`0x${Buffer.from(text).toString('hex')}`),
    '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  );
}

function inBase(number: bigint, digits: string): string {
  const base = BigInt(digits.length);
  const last = digits[Number(number % base)] ?? '';
  return number < base ? last : inBase(number / base, digits) + last;
}

describe('a secret of the installation is found', () => {
  test.each([
    ['as it is', value],
    ['in capitals', value.toUpperCase()],
    ['backwards', Array.from(value).toReversed().join('')],
    ['in base64', Buffer.from(value).toString('base64')],
    ['in base64 behind another text', Buffer.from(`user:${value}`).toString('base64')],
    ['in base64 for addresses', Buffer.from(`u:${value}`).toString('base64url')],
    ['in hex', hex],
    ['in hex with colons', hex.replaceAll(/../g, '$&:')],
    ['as escapes', hex.replaceAll(/../g, String.raw`\x$&`)],
    [
      'as entities',
      Array.from(value)
        .map((one) => `&#${one.charCodeAt(0)};`)
        .join(''),
    ],
    ['URL-encoded', encodeURIComponent(value)],
    ['with each letter on a line', Array.from(value).join('\n')],
    ['spaced', Array.from(value).join(' ')],
    ['in pieces with words between', inEights.map((piece, at) => `part ${at} is "${piece}"`).join(' and\n')],
    ['by half', value.slice(0, 44)],
    ['in full-width letters', inCodes(0xfe_e0)],
    ['in tag characters', inCodes(0xe_00_00)],
    ['in selectors', inCodes(0xe_01_00 - 16)],
    ['in mathematical letters', value.replaceAll(/[a-z]/g, (one) => String.fromCodePoint(0x1_d4_1a - 97 + code(one)))],
    ['with accents', value.replaceAll(/[a-z]/g, (one) => `${one}\u0301`.normalize('NFC'))],
    ['with invisible characters between', Array.from(value).join('\u200b')],
    ['in a tag for each letter', Array.from(value, (one) => `<span class="a">${one}</span>`).join('')],
    ['with a comment behind each letter', Array.from(value, (one) => `${one}<!-- a note -->`).join('')],
    ['as code points', hex.replaceAll(/../g, String.raw`\u{$&}`)],
    ['in an attribute', `<p title="${value}">x</p>`],
    ['in letters of other scripts that look the same', inLookAlikes(value)],
    ['with a Cyrillic word behind each letter', Array.from(value).join(' слово\n')],
    ['turned by 47 places', value.replaceAll(/[!-~]/g, (one) => String.fromCharCode(33 + ((code(one) + 14) % 94)))],
    ['in octal', Array.from(value, (one) => `\\${code(one).toString(8)}`).join('')],
    ['in base58', base58(value)],
    ['in ascii85', `<~${base85(`he was ${value}`, ascii85)}~>`],
    ['in base85 of RFC 1924', base85(`+${value}`, rfc1924)],
    [
      'as what lines begin with',
      Array.from(value, (one, at) => `${one} ${words[at % 7]} ${words[(at * 3) % 7]}`).join('\n'),
    ],
    ['in a numbered list', Array.from(value, (one, at) => `${at + 1}. ${one}`).join('\n')],
    ['in rows of a table', Array.from(value, (one, at) => `| ${at} | ${one} |`).join('\n')],
    ['in base64 of UTF-16', Buffer.from(`$a = '${value}'`, 'utf16le').toString('base64')],
    ['as what words begin with', Array.from(value, (one, at) => `${one}${words[at % 7]}`).join(' ')],
    ['in base64, backwards', reversed(base64(value))],
    ['backwards, in base64', base64(reversed(value))],
    ['in base64 twice', base64(base64(value))],
    ['in base64 of hex', base64(hex)],
    ['in hex of base64', Buffer.from(base64(value)).toString('hex')],
  ])('%s', async (_, written) => {
    const text = `Some words before.\n\n${written}\n\nand after.`;
    expect(await ownSecretsIn(text, secrets)).toMatchObject([{ name: 'the key of anthropic' }]);
  });

  test('at its position', async () => {
    const text = `héllo — "${value}"`;
    expect(await ownSecretsIn(text, secrets)).toMatchObject([{ pieces: [{ start: text.indexOf(value) }] }]);
  });

  test('at its position in characters of two code units each', async () => {
    const text = `é ${inCodes(0xe_00_00)}.`;
    expect(await ownSecretsIn(text, secrets)).toMatchObject([{ pieces: [{ start: 2, end: text.length - 1 }] }]);
  });

  test('completely, across the border of two parts of a long text', async () => {
    const text = `${'- '.repeat(262_140)}${value}${' -'.repeat(10)}`;
    const start = text.indexOf(value);
    expect(await ownSecretsIn(text, secrets)).toMatchObject([{ pieces: [{ start, end: start + value.length }] }]);
  });
});

describe('what is not a secret of the installation', () => {
  test.each([
    ['the public head of a key', 'Keys begin with sk-ant-api03- and are long.'],
    ['a piece of it', `${value.slice(13, 23)} is a piece.`],
    [
      'octal and decimal dumps',
      Array.from(madeUp(60_000), (one) => `\\${code(one).toString(8)} ${code(one)}`).join(' '),
    ],
    ['a page', 'The quick brown fox jumps over the lazy dog. '.repeat(1_000)],
  ])('%s', async (_, text) => {
    expect(await ownSecretsIn(text, secrets)).toEqual([]);
  });

  test('a value that is too short or too plain to be distinguished from other text', async () => {
    const plain = ['postgres', 'aaaaaaaaaaaaaaaaaaaa', ''].map((one) => ({ name: one, value: one }));
    expect(await ownSecretsIn('postgres aaaaaaaaaaaaaaaaaaaa', plain)).toEqual([]);
  });
});
