import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('heap-growth-program.ts', import.meta.url));

async function peakOf(kind: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    program,
    kind,
  ]);
  return Number(stdout);
}

test('a process that limits its heap growth has a smaller peak', { timeout: 60_000 }, async () => {
  const limited = await peakOf('limited');
  const free = await peakOf('free');
  expect(limited).toBeGreaterThan(0);
  expect(limited / free).toBeLessThan(0.8);
});
