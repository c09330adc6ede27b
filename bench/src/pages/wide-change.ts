import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Database } from '../../../server/src/postgres/database.ts';

const files = 300;
const lines = 120;

/** Creates a repository with a branch that changes 300 files in several places, and its pull request. */
export async function makeWideChange(
  db: Database,
  { projectId, repository }: { projectId: string; repository: string },
): Promise<void> {
  const git = async (...words: string[]): Promise<string> => {
    const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com'];
    const { stdout } = await promisify(execFile)('git', ['-C', repository, ...identity, ...words]);
    return stdout.trim();
  };
  await git('init', '--quiet', '--initial-branch=main');
  await writeFiles(repository, (line) => `Line ${line} of the page says what was before.`);
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Before');
  const baseCommit = await git('rev-parse', 'HEAD');
  await git('switch', '--quiet', '--create', 'copydesk/wide');
  await writeFiles(
    repository,
    (line) => `Line ${line} of the page says what ${line % 12 === 0 ? 'is now' : 'was before'}.`,
  );
  await git('commit', '--quiet', '--all', '--message', 'After');
  const headCommit = await git('rev-parse', 'HEAD');
  await git('switch', '--quiet', 'main');
  await db.updateTable('project').set({ repository_kind: 'path', repository }).where('id', '=', projectId).execute();
  await db
    .insertInto('pull_request')
    .values({
      project_id: projectId,
      number: 1,
      title: 'Change 300 files',
      description: 'Each in ten places.',
      base_ref: 'main',
      head_ref: 'copydesk/wide',
      base_commit: baseCommit,
      head_commit: headCommit,
    })
    .execute();
}

async function writeFiles(repository: string, line: (number: number) => string): Promise<void> {
  for (let number = 1; number <= files; number += 1) {
    const folder = path.join(repository, 'docs', `section-${number % 20}`);
    await mkdir(folder, { recursive: true });
    const text = Array.from({ length: lines }, (_, index) =>
      index % 30 === 0 ? `## Part ${index / 30}` : line(index),
    );
    await writeFile(path.join(folder, `page-${number}.md`), `${text.join('\n')}\n`);
  }
}
