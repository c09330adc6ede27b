import { expect, test } from 'vitest';
import { commandTyped, withTyped } from '../../src/operator/terminal/own-name.ts';

test.each([
  ['npx', { npm_command: 'exec', npm_lifecycle_event: 'npx' }, 'npx copydesk'],
  ['npm run', { npm_command: 'run-script', npm_lifecycle_event: 'demo' }, 'npx copydesk'],
  ['a shell', { PATH: '/usr/bin' }, 'copydesk'],
])('by %s the command is typed as %s', (_name, env, typed) => {
  expect(commandTyped(env)).toBe(typed);
});

test.each([
  ['run: copydesk doctor', 'run: npx copydesk doctor'],
  ['Start one with "copydesk serve" or "copydesk work"', 'Start one with "npx copydesk serve" or "npx copydesk work"'],
  ['  $ copydesk job list --project Handbook', '  $ npx copydesk job list --project Handbook'],
  ['COPYDESK_DATA_DIR=/srv copydesk database restore a', 'COPYDESK_DATA_DIR=/srv npx copydesk database restore a'],
  ['copydesk: The job is archived', 'copydesk: The job is archived'],
  ['npx copydesk serve', 'npx copydesk serve'],
  ['The project "copydesk docs" has no jobs', 'The project "copydesk docs" has no jobs'],
  [
    'https://copydesk.example.com, @copydesk/client, .copydesk',
    'https://copydesk.example.com, @copydesk/client, .copydesk',
  ],
])('%s', (text, typed) => {
  expect(withTyped(text, 'npx copydesk')).toBe(typed);
  expect(withTyped(text, 'copydesk')).toBe(text);
});
