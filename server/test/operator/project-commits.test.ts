import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectCommands, setWithoutDatabase } from './project-commands.ts';

const Shape = z.object({
  commitAuthor: z.string().nullable(),
  signOff: z.string(),
  maxChangedFiles: z.number().nullable(),
  maxChangedLines: z.number().nullable(),
  archiveOn: z.array(z.string()),
  mergeBy: z.string(),
  sharedFiles: z.string(),
  effectComment: z.string(),
});

const said: Record<string, string> = {
  '--author': 'Docs Bot <docs-bot@example.com>',
  '--sign-off': 'auto, always or never',
  '--max-changed-files': 'a whole number of at least 1, or none',
  '--max-changed-lines': 'a whole number of at least 1, or none',
  '--archive-on': 'merge, close, merge,close or never',
  '--merge-by': 'anyone or other',
  '--shared-files': 'tell or wait',
  '--effect-comment': 'on or off',
};

test('the author and the sign-off of commits can be set, shown and reset', async () => {
  await using commands = await projectCommands(Shape);
  const { project, json, create } = commands;

  const asMade = {
    commitAuthor: null,
    signOff: 'auto',
    maxChangedFiles: null,
    maxChangedLines: null,
    archiveOn: [],
    mergeBy: 'anyone',
    sharedFiles: 'tell',
    effectComment: 'off',
  };
  expect(await create()).toEqual(asMade);
  const commitAuthor = 'Docs Bot <docs-bot@example.com>';
  const set = await json(
    'set',
    'Handbook',
    '--author',
    ` ${commitAuthor}`,
    '--sign-off',
    'always',
    '--archive-on',
    'merge,close',
    '--merge-by',
    'other',
    '--shared-files',
    'wait',
    '--effect-comment',
    'on',
    '--max-changed-files',
    '20',
    '--max-changed-lines',
    '1500',
  );
  const size = { maxChangedFiles: 20, maxChangedLines: 1_500 };
  const ends = { archiveOn: ['merge', 'close'], mergeBy: 'other', sharedFiles: 'wait', effectComment: 'on' };
  expect(set).toEqual({ commitAuthor, signOff: 'always', ...size, ...ends });
  expect((await project('show', 'Handbook')).out).toMatch(
    /author +Docs Bot <docs-bot@example\.com>\n {2}sign-off +always\n {2}pull requests +up to 20 files and 1,500 lines\n {2}archive on +merge, close\n {2}merge by +other\n {2}shared files +wait\n {2}effect comment +on\n/,
  );
  const back = [
    '--no-author',
    '--sign-off',
    'auto',
    '--shared-files',
    'tell',
    '--effect-comment',
    'off',
    '--archive-on',
    'never',
    '--merge-by',
    'anyone',
  ];
  const any = ['--max-changed-files', 'none', '--max-changed-lines', 'none'];
  expect(await json('set', 'Handbook', ...back, ...any)).toEqual(asMade);
});

test.each([
  ['--author', 'Docs Bot'],
  ['--author', '<docs-bot@example.com>'],
  ['--author', 'Docs Bot <docs bot@example.com>'],
  ['--author', 'Docs <Bot> <docs-bot@example.com>'],
  ['--author', 'Docs\nBot <docs-bot@example.com>'],
  ['--sign-off', 'sometimes'],
  ['--max-changed-files', '0'],
  ['--max-changed-files', 'few'],
  ['--max-changed-lines', '1.5'],
  ['--archive-on', 'end'],
  ['--merge-by', 'nobody'],
  ['--shared-files', 'ask'],
  ['--effect-comment', 'always'],
])('%s %j is refused with what it may be', async (option, value) => {
  const { code, err } = await setWithoutDatabase(option, value);
  expect(code).not.toBe(0);
  expect(err).toContain(said[option]);
});
