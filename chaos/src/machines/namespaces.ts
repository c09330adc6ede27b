import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Returns the command that runs a program as if on a machine of its own: with another host name, and without the disks
 * of the others, which are covered by empty folders. It becomes the program itself, so that its process id is the
 * program's. It needs Linux, as root or where users may create namespaces of their own.
 */
export function namespacedCommand(
  { name, hidden }: { name: string; hidden: readonly string[] },
  program: readonly string[],
): string[] {
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const cover = hidden.map((_, index) => `mount -t tmpfs none "$${index + 2}"`);
  const script = ['set -e', 'hostname "$1"', ...cover, `shift ${hidden.length + 1}`, 'exec "$@"'].join('; ');
  return ['unshare', ...asRoot, '--mount', '--uts', 'sh', '-c', script, 'sh', name, ...hidden, ...program];
}

/** Returns why machines cannot be separated here; undefined when they can. */
export async function separationObstacle(folder: string): Promise<string | undefined> {
  const [command = '', ...words] = namespacedCommand({ name: 'docs-1', hidden: [folder] }, ['true']);
  try {
    await promisify(execFile)(command, words);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}
