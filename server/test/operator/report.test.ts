import path from 'node:path';
import { Report } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { testRepository } from '../support/git-repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from './run-command.ts';

test('a report is printed as Markdown or JSON, and one of a future period is refused', async () => {
  await using database = await testDatabase();
  await using repository = await testRepository({ bare: true });
  await using folder = await temporaryFolder();
  await repository.commit({ 'index.md': '# A\n' });
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url };
  const run = async (...argv: string[]) => await runCommand(argv, { env });
  await run('project', 'create', '--name', 'Handbook', '--repository', repository.path);
  const report = async (...argv: string[]) => await run('report', '--project', 'Handbook', ...argv);

  const reported = await report('--period', 'month', '--date', '2026-10-12');
  expect(reported).toMatchObject({ code: 0, err: '' });
  expect(reported.out).toMatch(
    /^# Handbook: October 2026\n\n1 October 2026 to 31 October 2026 \(UTC\), against 27 August/,
  );

  const week = await report('--json');
  expect(Report.parse(JSON.parse(week.out))).toMatchObject({ period: 'week', isComplete: true, work: { costUsd: 0 } });

  const refused = await report('--date', '2999-01-01');
  expect(refused.code).not.toBe(0);
  expect(refused.err).toContain('must be of a week that has begun');
  expect((await report('--period', 'year')).err).toContain('week, month');
});
