import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { buildLibrary } from '../../scripts/build-library.ts';
import { temporaryFolder } from '../../server/test/support/temporary-folder.ts';

const run = promisify(execFile);

/** How somebody else's program uses the package. */
const program = `
  import { isApiError, openClient, type ClientOptions, type Job } from '@copydesk/client';
  const options: ClientOptions = { url: 'https://desk.example.com', key: 'desk_1' };
  export async function ask(prompt: string): Promise<Job['status']> {
    const desk = openClient(options);
    const { id } = await desk.createJob('prj_1', { prompt });
    return (await desk.waitForJob('prj_1', id)).status;
  }
  export const isBusy = (error: unknown) => isApiError(error, 'overloaded') && error.retryAfterSeconds;
  // @ts-expect-error A field that there is not.
  await openClient(options).createJob('prj_1', { prompt: 'x', model: 'y' });
`;

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2023', 'dom', 'dom.asynciterable'],
  types: [],
};

test('the built package is small, runs with plain Node, and has types that older compilers accept', async () => {
  await using folder = await temporaryFolder();
  const home = path.join(folder.path, 'node_modules/@copydesk/client');
  await buildLibrary('client', home);

  const bundle = await rolldown({ input: path.join(home, 'index.js'), platform: 'neutral' });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  expect(output).toHaveLength(1);
  const size = gzipSync(output[0].code, { level: 9 }).length;
  expect(size, 'what the README says').toBeLessThan(5 * 1024);
  expect(output[0].imports, 'no dependencies, and nothing of Node').toEqual([]);

  const loading = "console.log(Object.keys(await import('@copydesk/client')).join(' '))";
  const loaded = await run(process.execPath, ['--input-type=module', '--eval', loading], { cwd: folder.path });
  expect(loaded.stdout.trim()).toBe('ApiError isApiError openClient');

  await mkdir(path.join(folder.path, 'src'));
  await writeFile(path.join(folder.path, 'src/program.ts'), program);
  await writeFile(path.join(folder.path, 'package.json'), '{ "type": "module" }');
  const compiler = path.join(path.dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'lib/tsc.js');
  await writeFile(path.join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const compiled = await run(process.execPath, [compiler, '--project', folder.path]).catch((error: unknown) => error);
  expect(compiled).toMatchObject({ stdout: '' });
});
