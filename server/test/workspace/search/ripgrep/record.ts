import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askedPatterns, type AskedPattern } from './patterns.ts';

/**
 * Writes `recorded.jsonl`, what ripgrep finds, one pattern per line: `node
 * server/test/workspace/search/ripgrep/record.ts`, with `rg` on the PATH. With `--crlf`, a Windows line ends before its
 * carriage return, as it does for a reader.
 */
const [version = ''] = execFileSync('rg', ['--version'], { encoding: 'utf8' }).split('\n');
const patterns = askedPatterns().flatMap(record);
const lines = [{ version }, ...patterns].map((one) => `${JSON.stringify(one)}\n`);
writeFileSync(join(import.meta.dirname, 'recorded.jsonl'), lines.join(''));

/**
 * Returns the pattern with the numbers of its matching lines in each text; an empty list when ripgrep refuses the
 * pattern.
 */
function record(asked: AskedPattern) {
  const [unix, windows] = ['unix.txt', 'windows.txt'].map((text) => linesOf(asked, text));
  return unix === undefined || windows === undefined ? [] : [{ ...asked, unix, windows }];
}

function linesOf({ pattern, ignoreCase }: AskedPattern, text: string): number[] | undefined {
  const options = ['--no-config', '--crlf', '--line-number', '--no-filename', '--color=never', '--text'];
  const run = spawnSync(
    'rg',
    [...options, ...(ignoreCase ? ['--ignore-case'] : []), '-e', pattern, join(import.meta.dirname, text)],
    {
      encoding: 'utf8',
    },
  );
  if (run.status !== 0 && run.status !== 1) return undefined;
  return run.stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => Number(line.split(':', 1)[0]));
}
