import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { build } from '../scripts/build.ts';
import * as views from '../src/views.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const run = promisify(execFile);

const names = Object.keys(manifest.exports).map((subpath) => `@copydesk/tracker${subpath.slice(1)}`);

/** The exported names that are not for one middleware. */
const exported = new Map([
  ['@copydesk/tracker', ['openTracker']],
  ['@copydesk/tracker/views', Object.keys(views).toSorted()],
]);

test('the built package can be loaded by plain Node under all its names, and contains its types', async () => {
  await using folder = await temporaryFolder();
  await build(path.join(folder.path, 'node_modules/@copydesk/tracker'));

  const loading = `for (const name of ${JSON.stringify(names)}) console.log(name, ...Object.keys(await import(name)));`;
  const loaded = await run(process.execPath, ['--input-type=module', '--eval', loading], { cwd: folder.path });
  expect(loaded.stdout.trim().split('\n')).toEqual(
    names.map((name) => [name, ...(exported.get(name) ?? ['tracker'])].join(' ')),
  );

  const using = `
    import { openTracker, type TrackerOptions } from '@copydesk/tracker';
    import { tracker } from '@copydesk/tracker/http';
    const options: TrackerOptions = { url: 'https://desk.example.com', projectId: 'prj_1', key: 'desk_1' };
    export const waiting: number = openTracker(options).counts().waiting + tracker(options).counts().waiting;
    // @ts-expect-error An option that there is not.
    tracker({ ...options, port: 1 });
  `;
  await mkdir(path.join(folder.path, 'src'));
  await writeFile(path.join(folder.path, 'src/site.ts'), using);
  await writeFile(path.join(folder.path, 'package.json'), '{ "type": "module" }');
  const compiler = path.join(path.dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin/tsc');
  const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--lib', 'es2022,dom', '--types', ''];
  await run(process.execPath, [compiler, ...strict, 'src/site.ts'], { cwd: folder.path });
});
