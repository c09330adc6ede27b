import { expect, test } from 'vitest';
import { branchFrom } from '../../../src/http/older/branch.ts';
import { promptOfMessages } from '../../../src/http/older/prompt.ts';

const mark = 'Instructions of this job:';

test.each([
  ['one message of a user, exactly', [{ role: 'user', content: ' Fix the links.\n' }], ' Fix the links.\n'],
  ['what the system alone says', [{ role: 'system', content: 'Update the docs.' }], 'Update the docs.'],
  [
    'what users say before what the system says',
    [
      { role: 'system', content: 'Never ask.' },
      { role: 'user', content: 'Fix the links.' },
      { role: 'system', content: 'Be brief.' },
    ],
    `Fix the links.\n\n${mark}\nNever ask.\n\nBe brief.`,
  ],
  [
    'a conversation, its last request first',
    [
      { role: 'user', content: 'Rename A.' },
      { role: 'assistant', content: 'To what?' },
      { role: 'user', content: 'To B.' },
    ],
    'To B.\n\nOther messages:\n\nUser: Rename A.\n\nAssistant: To what?',
  ],
  [
    'parts of text, as the AI SDK sends them',
    [{ role: 'user', parts: [{ type: 'step-start' }, { type: 'text', text: 'One' }, { type: 'text', text: 'two' }] }],
    'One\ntwo',
  ],
  [
    'no blank message',
    [
      { role: 'system', content: ' \n' },
      { role: 'user', content: 'Do it' },
    ],
    'Do it',
  ],
] as const)('a prompt has %s', (_what, messages, prompt) => {
  expect(promptOfMessages(structuredClone(messages) as unknown as Parameters<typeof promptOfMessages>[0])).toBe(prompt);
});

test.each([
  ['only an assistant speaks', [{ role: 'assistant', content: 'Hello' }], 'contain no text of a user'],
  ['all is blank', [{ role: 'user', content: ' ' }], 'contain no text of a user'],
  ['they are too long together', [{ role: 'user', content: 'x'.repeat(32_001) }], '32,000'],
  ['there is a NUL', [{ role: 'system', content: 'a\0' }], 'NUL'],
] as const)('messages are refused when %s', (_when, messages, said) => {
  const pointed = expect.objectContaining({ errors: [expect.objectContaining({ pointer: '/messages' })] });
  expect(() => promptOfMessages([...messages])).toThrow(pointed);
  expect(() => promptOfMessages([...messages])).toThrow(said);
});

test.each([
  ['docs/update', 'docs/update'],
  ['update docs: 2026-11-26T11:20', 'update-docs-2026-11-26T11-20'],
  ['/a//b/', 'a/b'],
  ['..a/.b/c.lock', 'a/b/c'],
  ['refs~1^{}@{x}', 'refs-1--x'],
  ['--force', 'force'],
  ['größe/測試', 'größe/測試'],
])('the branch of %j is %j', (wish, branch) => {
  expect(branchFrom(wish)).toBe(branch);
});

test.each(['', ' ', '...', 'HEAD', '@', 'copydesk/job_1', 'x'.repeat(201), '\u{200B}'])(
  '%j is not a branch name',
  (wish) => {
    expect(branchFrom(wish)).toBeUndefined();
  },
);
