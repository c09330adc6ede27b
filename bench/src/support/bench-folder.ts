import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';

/** Gives a bench its own folder, which is removed when the bench has ended, even after an error. */
export async function runInBenchFolder<T>(bench: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'copydesk-bench-'));
  // PostgreSQL runs as another user than root, and must reach its files.
  await chmod(folder, 0o711);
  try {
    return await bench(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Describes the machine that the figures were measured on. */
export function thisMachine(): string {
  return `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}`;
}
