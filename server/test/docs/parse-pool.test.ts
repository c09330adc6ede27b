import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const pool = new URL('../../src/docs/parse-pool.ts', import.meta.url).href;

/** Opens a pool in a separate process, parses a page when asked to, and ends normally. */
function program(parses: boolean): string {
  const run = "await pool.run({ kind: 'page', text: '# A', dialect: 'markdown' });";
  return `
    import { openParsePool } from '${pool}';
    const pool = openParsePool({ workers: 1, timeoutMilliseconds: 20_000, memoryMegabytes: 128 });
    ${parses ? run : ''}
    await pool.close();`;
}

async function filesKept(folder: string, parses: boolean): Promise<number> {
  const env = { ...process.env, NODE_COMPILE_CACHE: folder };
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program(parses)], { env });
  return (await readdir(folder, { recursive: true })).length;
}

describe('a thread of the pool', () => {
  it('keeps its compiled code where the process keeps its own', async () => {
    await using folder = await temporaryFolder();
    const ofProcess = await filesKept(folder.path, false);
    expect(await filesKept(folder.path, true)).toBeGreaterThan(ofProcess + 50);
  });
});
