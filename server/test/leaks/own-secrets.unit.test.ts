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
  ])('%s', async (_, written) => {
    const text = `Some words before.\n\n${written}\n\nand after.`;
    expect(await ownSecretsIn(text, secrets)).toMatchObject([{ name: 'the key of anthropic' }]);
  });

  test('where it stands', async () => {
    const text = `héllo — "${value}"`;
    expect(await ownSecretsIn(text, secrets)).toMatchObject([{ pieces: [{ start: text.indexOf(value) }] }]);
  });

  test('whole where one part of a long text ends and the next begins', async () => {
    const text = `${'- '.repeat(262_140)}${value}${' -'.repeat(10)}`;
    const start = text.indexOf(value);
    expect(await ownSecretsIn(text, secrets)).toMatchObject([{ pieces: [{ start, end: start + value.length }] }]);
  });
});

describe('what is none', () => {
  test.each([
    ['the public head of a key', 'Keys begin with sk-ant-api03- and are long.'],
    ['a piece of it', `${value.slice(13, 23)} is a piece.`],
    ['a page', 'The quick brown fox jumps over the lazy dog. '.repeat(1_000)],
  ])('%s', async (_, text) => {
    expect(await ownSecretsIn(text, secrets)).toEqual([]);
  });

  test('a value that is too short or too plain to be told from other text', async () => {
    const plain = ['postgres', 'aaaaaaaaaaaaaaaaaaaa', ''].map((one) => ({ name: one, value: one }));
    expect(await ownSecretsIn('postgres aaaaaaaaaaaaaaaaaaaa', plain)).toEqual([]);
  });
});
