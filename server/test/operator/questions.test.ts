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

test('the docs are asked what they must answer, and the check of a project says what they do not', async () => {
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
