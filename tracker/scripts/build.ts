import { fileURLToPath } from 'node:url';
import { buildLibrary } from '../../scripts/build-library.ts';

/**
 * Makes the package as it is published; `npm publish tracker/dist` publishes it.
 * @param folder an absolute path; what is there is replaced.
 */
export async function build(folder: string): Promise<void> {
  await buildLibrary('tracker', folder);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build(fileURLToPath(new URL('../dist', import.meta.url)));
