import { execFile } from 'node:child_process';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import manifest from '../package.json' with { type: 'json' };

const tracker = fileURLToPath(new URL('..', import.meta.url));

/**
 * Makes the package as it is published: JavaScript with types, and a package.json that points to these instead of to
 * the sources. `npm publish tracker/dist` publishes it.
 * @param folder an absolute path; what is there is replaced.
 */
export async function build(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const compiler = fileURLToPath(import.meta.resolve('typescript/package.json'));
  await promisify(execFile)(
    process.execPath,
    [path.join(path.dirname(compiler), 'bin/tsc'), '--project', 'tsconfig.build.json', '--outDir', folder],
    { cwd: tracker },
  );
  await writeFile(path.join(folder, 'package.json'), publishedPackage());
  await copyFile(path.join(tracker, 'README.md'), path.join(folder, 'README.md'));
  await copyFile(path.join(tracker, '../LICENSE'), path.join(folder, 'LICENSE'));
}

function publishedPackage(): string {
  const { name, version, description, license, type, sideEffects, exports, engines } = manifest;
  const built = Object.entries(exports).map(([subpath, source]) => {
    const file = source.replace(/^\.\/src\/(.*)\.ts$/, './$1');
    return [subpath, { types: `${file}.d.ts`, default: `${file}.js` }];
  });
  const published = {
    name,
    version,
    description,
    license,
    type,
    sideEffects,
    engines,
    exports: Object.fromEntries(built),
  };
  return `${JSON.stringify(published, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build(path.join(tracker, 'dist'));
