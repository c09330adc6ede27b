import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const command = fileURLToPath(new URL('../../bin/copydesk.js', import.meta.url));

/** Tells the address of each module on standard error as it is loaded. */
const hook = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      process.stderr.write(url + '\\n');
      return next(url, context);
    },
  });
`)}`;

test('help is given without loading what talks to the database, the server or the models', async () => {
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
