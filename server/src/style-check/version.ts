import { tmpdir } from 'node:os';
import { CopydeskError } from '@copydesk/contract/errors';
import { runProgram } from './run.ts';

const timeoutMilliseconds = 10_000;

/**
 * Asks the Vale program for its version.
 *
 * @throws CopydeskError `settings_invalid` if it does not exist, or is not Vale 3.
 */
export async function requireVale(program: string): Promise<string> {
  const folder = tmpdir();
  const bounds = { timeoutMilliseconds, maximumBytes: 1024 ** 2, memoryMegabytes: 1024 };
  const run = { program, arguments: ['--version'], folder, home: folder, ...bounds };
  const { code, stdout } = await runProgram(run).catch((cause: unknown) => {
    throw refusedError(program, cause instanceof Error ? cause.message : 'it cannot be run', cause);
  });
  // A Vale built from source prints `master`.
  const version = /^vale version (?:v?(\d+)[\w.+-]*|master)\s*$/.exec(stdout);
  if (code !== 0 || version === null) throw refusedError(program, 'it does not answer `--version` as Vale does');
  if (version[1] !== undefined && Number(version[1]) < 3)
    throw refusedError(program, `it is ${stdout.trim()}, and 3 or newer is needed`);
  return stdout.trim();
}

function refusedError(program: string, because: string, cause?: unknown): CopydeskError {
  return new CopydeskError(
    'settings_invalid',
    `COPYDESK_VALE names ${program}, but ${because}. Install Vale 3 and give the path of its program, or leave the setting out.`,
    { cause },
  );
}
