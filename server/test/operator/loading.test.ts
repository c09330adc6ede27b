import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const command = fileURLToPath(new URL('../../bin/copydesk.js', import.meta.url));

/** Prints the URL of each loaded module on standard error, and at the end the names of those of Node itself. */
const hook = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      process.stderr.write(url + '\\n');
      return next(url, context);
    },
  });
  process.on('exit', () => process.stderr.write(process.moduleLoadList.join('\\n')));
`)}`;

test('help is printed without loading the code for the database, the server or the models', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--import', hook, command, '--help']);
  expect(stdout).toContain('Usage: copydesk');
  expect(stderr).toContain('/src/operator/program.ts');
  expect(stderr).not.toMatch(/node_modules\/(?:kysely|pg|fastify|ai|micromark|@octokit)\//);
});

test.each(['--version', '-V'])('%s is answered without loading anything', async (option) => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--import', hook, command, option]);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const files = stderr.split('\n').filter((url) => url.startsWith('file:'));
  expect(files.map((url) => url.split('/').at(-1))).toEqual(['copydesk.js']);
});

test('jobs of a server elsewhere are listed without loading schemas', async () => {
  const elsewhere = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end('{"jobs":[],"nextCursor":null}');
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const { port } = z.object({ port: z.number() }).parse(elsewhere.address());
  await using folder = await temporaryFolder();
  const argv = [command, 'job', 'list', '--project', 'prj_aaaaaaaaaaaaaaaaaaaaaa'];
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', hook, ...argv], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, COPYDESK_URL: `http://127.0.0.1:${port}`, COPYDESK_KEY: 'desk_1' },
  }).finally(() => elsewhere.close());
  const loaded = stderr.split('\n').filter((line) => line.startsWith('file:'));
  expect(loaded.length).toBeLessThan(100);
  expect(stderr).toContain('No such jobs.');
  expect(stderr).not.toMatch(/node_modules\/(?:zod|kysely|pg|pino)\//);
});

test('projects on this machine are listed without loading the docs engine, models, or rules of style and secrets', async () => {
  await using database = await testDatabase();
  await using folder = await temporaryFolder();
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', hook, command, 'project', 'list'], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, DATABASE_URL: database.url, COPYDESK_DATA_DIR: folder.path },
  });
  expect(stderr).toContain('/src/projects/project.ts');
  expect(stderr).not.toMatch(
    /\/src\/(?:docs|leaks|style-check)\/|\/src\/agent\/models\/builtin\/|node_modules\/(?:ai|yaml)\//,
  );
});

test('a server loads the worker, models, MCP, OpenID and fetch only after it listens', async () => {
  const program = fileURLToPath(new URL('../../src/wiring/start/serve-app.ts', import.meta.url));
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', hook, program], {
    maxBuffer: 16 * 1024 * 1024,
  });
  expect(stderr).toContain('/src/http/server.ts');
  expect(stderr).not.toMatch(
    /\/src\/(?:worker\/worker|mcp\/server)\.ts|node_modules\/(?:ai|openid-client|saxes|@modelcontextprotocol|@fastify\/ajv-compiler)\//,
  );
  // An import of node:http loads it: see http-module.ts.
  expect(stderr).toContain('NativeModule http\n');
  expect(stderr).not.toContain('undici');
});
