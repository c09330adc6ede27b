import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { testRepository } from '../support/git-repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from './run-command.ts';

const questions = `
questions:
  - question: How do I install it?
    page: docs/install.md
    facts: [npm install, Node 24]
  - question: Which port?
    facts: ['8080']
  - question: Why?
`;

test('the questions are checked against the docs, and the check of a project lists the unanswered ones', async () => {
  await using database = await testDatabase();
  await using repository = await testRepository({ bare: true });
  await using folder = await temporaryFolder();
  await repository.commit({
    'docs/install.md': '# Install\n\nRun `npm install`.\n',
    'docs/run.md': '# Run\n\nPort 8080.\n',
  });
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url };
  const run = async (...argv: string[]) => await runCommand(argv, { env });
  await run('project', 'create', '--name', 'Handbook', '--repository', repository.path);

  const none = await run('questions', 'run', 'Handbook');
  expect(none.err).toContain('There is no file .copydesk/questions.yaml on the branch main.');
  expect(none.code).toBe(3);

  await repository.commit({ '.copydesk/questions.yaml': questions });
  const asked = await run('questions', 'run', 'Handbook');
  expect(asked.code).toBe(1);
  expect(asked.out).toBe(
    'not answered  How do I install it?  docs/install.md\n' +
      '    it lacks Node 24\n' +
      'answered  Which port?  docs/run.md\n' +
      'question not asked: "facts" is not a list of what an answer must contain (.copydesk/questions.yaml, line 8)\n' +
      '\n1 of 2 questions answered.\n',
  );
  expect(JSON.parse((await run('questions', 'run', 'Handbook', '--json')).out)).toMatchObject({
    ref: 'main',
    answers: [
      { isAnswered: false, missing: ['Node 24'] },
      { isAnswered: true, page: 'docs/run.md' },
    ],
  });

  const checked = await run('project', 'check', 'Handbook');
  expect(checked.code).toBe(1);
  expect(checked.out).toContain('question-unanswered');

  const answered = questions.replace('  - question: Why?\n', '');
  await repository.commit({
    '.copydesk/questions.yaml': answered,
    'docs/install.md': 'Run `npm install` on Node 24.\n',
  });
  expect(await run('questions', 'run', 'Handbook')).toMatchObject({ code: 0 });
});

/** Lines of a combined log: views of the paths by AI and by a person, an hour ago. */
function logOf(views: Record<string, number>): string {
  const at = new Date(Date.now() - 3_600_000);
  const [, day, month, year, time] = /(\d+) (\w+) (\d+) ([\d:]+)/.exec(at.toUTCString()) ?? [];
  const lineOf = (page: string, number: number, agent: string): string =>
    `203.0.113.${number} - - [${day}/${month}/${year}:${time} +0000] "GET ${page} HTTP/1.1" 200 5 "-" "${agent}"\n`;
  const lines = Object.entries(views).flatMap(([page, count]) => [
    ...Array.from({ length: count }, (_, number) => lineOf(page, number, 'Mozilla/5.0 (compatible; ClaudeBot/1.0)')),
    lineOf(page, 200, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
  ]);
  return lines.join('');
}

test('questions for the pages that AI reads most can be appended, and are answered', async () => {
  await using database = await testDatabase();
  await using repository = await testRepository({ bare: true });
  await using folder = await temporaryFolder();
  const present = 'questions:\n  - question: Which port?\n    page: run.md\n    facts: [8080]\n';
  await repository.commit({
    'install.md': '# Install the command\n\nRun `npm install -g example`.\n',
    'run.md': '# Run\n\nPort 8080.\n',
    'story.md': '# Our story\n\nIt began small.\n',
    'limits.md': '# Limits\n\nAt most 10 MB.\n',
    '.copydesk/questions.yaml': present,
  });
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url };
  const run = async (...argv: string[]) => await runCommand(argv, { env });
  await run('project', 'create', '--name', 'Handbook', '--repository', repository.path);

  const uncounted = await run('questions', 'propose', 'Handbook');
  expect(uncounted).toMatchObject({ code: 0, out: '' });
  expect(uncounted.err).toContain('No page views were ever collected for this project');

  const log = path.join(folder.path, 'access.log');
  await writeFile(log, logOf({ '/install': 2, '/run': 5, '/story': 4, '/limits': 3 }));
  expect(await run('views', 'import', '--project', 'Handbook', log)).toMatchObject({ code: 0 });

  const { code, out, err } = await run('questions', 'propose', 'Handbook');
  expect({ code, out }).toEqual({
    code: 0,
    out:
      '  # 3 views by AI in 30 days\n  - question: What do I need to know about “Limits”?\n    page: limits.md\n' +
      '    facts:\n      - 10 MB\n' +
      '  # 2 views by AI in 30 days\n  - question: How do I install the command?\n    page: install.md\n' +
      '    facts:\n      - npm install -g example\n',
  });
  expect(err).toContain('2 questions. Append them to .copydesk/questions.yaml.\n1 page had no fact to ask for.\n');
  const first = JSON.parse((await run('questions', 'propose', 'Handbook', '--limit', '1', '--json')).out);
  expect(first).toMatchObject({ ref: 'main', proposals: [{ page: 'limits.md', aiViews: 3 }], place: 'end_of_file' });

  await repository.commit({ '.copydesk/questions.yaml': present + out });
  expect(await run('questions', 'run', 'Handbook')).toMatchObject({
    code: 0,
    out: expect.stringContaining('3 of 3 questions answered.'),
  });
  const all = await run('questions', 'propose', 'Handbook');
  expect(all).toMatchObject({ code: 0, out: '', err: expect.stringContaining('have questions already, or no fact') });
  expect((await run('questions', 'propose', 'Handbook', '--limit', '51')).err).toContain('Give a number from 1 to 50.');
});
