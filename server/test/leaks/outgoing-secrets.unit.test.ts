import { describe, expect, test } from 'vitest';
import { outgoingSecrets } from '../../src/leaks/outgoing-secrets.ts';
import { madeUp } from './made-up.ts';

const token = `ghp_${madeUp(36)}`;
const nothing = { files: [], words: [], before: [] };
const own = [{ name: 'the key of openai', value: madeUp(48) }];

function file(text: string, path = 'docs/setup.md', isNew = false) {
  return { path, isNew, text };
}

function frame(body: string): string {
  return `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`;
}

describe('outgoing changes', () => {
  test('names the file and line of an added line', async () => {
    const before = ['# Setup\n\nFirst.\n'];
    const files = [file(`# Setup\n\nFirst.\n\nUse ${token}.\n`)];
    expect(await outgoingSecrets({ ...nothing, files, before }, own)).toEqual([
      { at: { name: 'docs/setup.md line 5', isFile: true }, rule: 'github', value: token },
    ]);
  });

  test.each([
    ['as a line', `Use ${token}.\n`],
    ['within a line', `See: ${token}!\n`],
  ])('a secret that the old text contained is not reported, %s', async (_, text) => {
    const before = [`Use ${token}.\n`, 'Other.\n'];
    expect(await outgoingSecrets({ ...nothing, files: [file(`# New page\n\n${text}`)], before }, own)).toEqual([]);
  });

  test('the search includes messages and names of files', async () => {
    const words = [{ place: 'the commit message', text: `Add ${token}` }];
    const files = [file('# Page\n', `docs/${own[0]?.value}.md`, true)];
    const found = await outgoingSecrets({ files, words, before: [] }, own);
    expect(found.map(({ at, rule }) => `${at.name}: ${rule}`)).toEqual([
      'the name of a file: the key of openai',
      'the commit message: github',
    ]);
  });

  test('a new key in the frame of an old example is found', async () => {
    const body = [60, 61, 62, 63].map((length) => madeUp(length)).join('\n');
    const found = await outgoingSecrets({ ...nothing, files: [file(frame(body))], before: [frame('MIIE...')] }, own);
    expect(found).toMatchObject([{ at: { name: 'docs/setup.md line 1' } }]);
  });

  test('a secret that is split over files is found', async () => {
    const value = own[0]?.value ?? '';
    const files = [file(`${value.slice(0, 20)}\n`, 'a.md'), file(`${value.slice(20)}\n`, 'b.md')];
    expect(await outgoingSecrets({ ...nothing, files }, own)).toMatchObject([{ at: { name: 'a.md line 1' } }]);
  });

  test('a change that is too large to search is rejected', async () => {
    const files = [file('word '.repeat(4_100_000))];
    await expect(outgoingSecrets({ ...nothing, files }, own)).rejects.toMatchObject({
      code: 'limit_reached',
      retryable: false,
    });
  });
});
