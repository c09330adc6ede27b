import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { compile } from './compile.ts';

/** The part of a package.json that is changed. */
const Manifest = z.looseObject({ exports: z.record(z.string(), z.string()) });

/** The folder of a library in this repository. */
export type Library = 'client' | 'contract' | 'tracker';

/**
 * Builds the package of a library as it is published: JavaScript with types, and a package.json that points to these in
 * place of the sources.
 *
 * @param folder an absolute path; existing contents are replaced.
 */
export async function buildLibrary(name: Library, folder: string): Promise<void> {
  const home = fileURLToPath(new URL(`../${name}/`, import.meta.url));
  await rm(folder, { recursive: true, force: true });
  await compile(path.join(home, 'tsconfig.build.json'), folder);
  const manifest = Manifest.parse(JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8')));
  const built = Object.entries(manifest.exports).map(([subpath, source]) => {
    const file = source.replace(/^\.\/src\/(.*)\.ts$/, './$1');
    return [subpath, { types: `${file}.d.ts`, default: `${file}.js` }];
  });
  const published: Record<string, unknown> = { ...manifest, exports: Object.fromEntries(built) };
  for (const part of ['scripts', 'devDependencies']) delete published[part];
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  await copyFile(path.join(home, 'README.md'), path.join(folder, 'README.md'));
  await copyFile(path.join(home, '../LICENSE'), path.join(folder, 'LICENSE'));
}
