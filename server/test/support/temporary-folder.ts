import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder for one test, deleted at its end: `await using folder = await temporaryFolder()`. */
export async function temporaryFolder(mode = 0o711): Promise<AsyncDisposable & { path: string }> {
  const folder = await mkdtemp(path.join(await realpath(tmpdir()), 'copydesk-test-'));
  await chmod(folder, mode);
  return {
    path: folder,
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true });
    },
  };
}
