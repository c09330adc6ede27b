import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';

/** Gives a bench a folder of its own, which is removed when it has ended, however it did. */
export async function inBenchFolder<T>(bench: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'copydesk-bench-'));
  // PostgreSQL is run by another user than root, who has to reach its files.
  await chmod(folder, 0o711);
  try {
    return await bench(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The machine that figures are of. */
export function thisMachine(): string {
  return `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}`;
}
