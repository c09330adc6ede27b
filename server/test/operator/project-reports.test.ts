import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectCommands, setWithoutDatabase } from './project-commands.ts';

const Shape = z.object({ reportPeriods: z.array(z.string()), reportRecipients: z.array(z.string()) });

test('the reports and their recipients can be set, shown and cleared', async () => {
  await using commands = await projectCommands(Shape);
  const { project, json, create } = commands;
  const none = { reportPeriods: [], reportRecipients: [] };
  expect(await create()).toEqual(none);
  const to = [
    '--report-to',
    'ada@example.com',
    '--report-to',
    'docs+reports@example.com',
    '--report-to',
    'ada@example.com',
  ];
  expect(await json('set', 'Handbook', '--report', 'week, month', ...to)).toEqual({
    reportPeriods: ['week', 'month'],
    reportRecipients: ['ada@example.com', 'docs+reports@example.com'],
  });
  expect((await project('show', 'Handbook')).out).toMatch(
    / {2}reports +week, month\n {2}reports to +ada@example\.com, docs\+reports@example\.com\n/,
  );
  expect(await json('set', 'Handbook', '--report', 'none', '--no-report-to')).toEqual(none);
  expect((await project('show', 'Handbook')).out).toMatch(/ {2}reports +none\n(?! {2}reports to)/);
});

test.each([
  ['--report', 'year', 'Give week, month, week,month or none.'],
  ['--report', '', 'Give week, month, week,month or none.'],
  ['--report-to', 'ada', 'Give an e-mail address'],
  ['--report-to', 'Ada <ada@example.com>', 'Give an e-mail address'],
  ['--report-to', 'ada@example.com, bob@example.com', 'Give an e-mail address'],
  ['--report-to', 'ada@example.com\r\nBcc: bob@example.com', 'Give an e-mail address'],
  ['--report-to', 'ada@-example.com', 'Give an e-mail address'],
])('%s %j is refused with what it may be', async (option, value, must) => {
  const { code, err } = await setWithoutDatabase(option, value);
  expect(code).not.toBe(0);
  expect(err).toContain(must);
});
