import path from 'node:path';
import type { z } from 'zod';
import { testDatabase } from '../support/database.ts';
import { testRepository } from '../support/git-repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand, withoutDatabase } from './run-command.ts';
import type { Outcome } from './run-command.ts';

/** The commands of projects, with a new database and a repository, but no project yet. */
export async function projectCommands<Shape extends z.ZodType>(shape: Shape) {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const repository = stack.use(await testRepository({ bare: true }));
  const folder = stack.use(await temporaryFolder());
  await repository.commit({ 'index.md': '# Handbook\n' });
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url };
  const project = async (...argv: string[]) => await runCommand(['project', ...argv], { env });
  const json = async (...argv: string[]): Promise<z.infer<Shape>> =>
    shape.parse(JSON.parse((await project(...argv, '--json')).out));
  const rest = stack.move();
  return {
    project,
    /** Returns a command's output as JSON, as far as the shape goes. */
    json,
    create: async () => await json('create', '--name', 'Handbook', '--repository', repository.path),
    [Symbol.asyncDispose]: async () => await rest.disposeAsync(),
  };
}

/** Runs `project set` with options that are to be refused before a database is asked: there is none. */
export async function setWithoutDatabase(...options: string[]): Promise<Outcome> {
  return await runCommand(['project', 'set', 'Handbook', ...options], { env: withoutDatabase });
}
