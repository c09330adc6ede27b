import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Compiles a project with TypeScript's own compiler. @throws Error with the compiler's output. */
export async function compile(project: string, folder: string): Promise<void> {
  const compiler = path.dirname(fileURLToPath(import.meta.resolve('typescript/package.json')));
  const words = [path.join(compiler, 'bin/tsc'), '--project', project, '--outDir', folder];
  await promisify(execFile)(process.execPath, words).catch((error: unknown) => {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    throw new Error(`${project} does not compile:\n${said}`, { cause: error });
  });
}
