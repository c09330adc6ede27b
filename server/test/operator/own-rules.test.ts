import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from './run-command.ts';

const of = ['--project', 'Handbook'];
const rule = ['--rule', 'name=Acme Search; pattern=acme-probe; class=ai; operator=Acme; purpose=search'];

/** A project in a new database, and its commands. */
async function newHandbook() {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const folder = stack.use(await temporaryFolder());
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url };
  const run = async (...argv: string[]): Promise<string> => {
    const { code, out, err } = await runCommand(argv, { env });
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
    return out;
  };
  await run('project', 'create', '--name', 'Handbook');
  const rest = stack.move();
  return { run, folder: folder.path, [Symbol.asyncDispose]: async () => await rest.disposeAsync() };
}

test('the rules of a project classify a reader, and the command reports that the project leaves it out', async () => {
  await using handbook = await newHandbook();
  const { run } = handbook;
  await run('project', 'set', 'Handbook', ...rule, '--exclude-path', '/internal/*');
  const reported = await run('views', 'classify', 'acme-probe/2.0', ...of, '--path', '/internal/plan', '--json');
  expect(JSON.parse(reported)).toMatchObject({
    class: 'ai',
    agent: 'Acme Search',
    rule: 'own-acme-search',
    excluded: 'excluded_path',
  });
});

test('the rules of a project reclassify stored views', async () => {
  await using handbook = await newHandbook();
  const { run, folder } = handbook;
  const log = path.join(folder, 'access.log');
  await writeFile(log, '203.0.113.7 - - [21/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "acme-probe/2.0"\n');
  await run('views', 'import', ...of, log);
  await run('project', 'set', 'Handbook', ...rule);
  const judged = await run('views', 'reclassify', ...of, '--json');
  expect(JSON.parse(judged)).toMatchObject({ projects: [{ name: 'Handbook', readers: 1, changed: 1, views: 1 }] });
  expect(JSON.parse(await run('views', 'export', ...of, '--json'))).toMatchObject({ totals: { human: 0, ai: 1 } });
});
