import { execFile } from 'node:child_process';
import { formatAudit } from './supply-chain/audit.ts';
import { root } from './supply-chain/locked-packages.ts';

/**
 * `npm run audit`: asks the registry for published vulnerabilities of what is shipped. Exits with 1 for a high or
 * critical one, and with 2 when the registry did not answer, because then nothing was checked.
 */
// npm exits with 1 for any vulnerability, so its output counts, and not its exit code.
execFile('npm', ['audit', '--omit=dev', '--json'], { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (_, stdout) => {
  const { lines, exitCode } = formatAudit(stdout);
  console.log(lines.join('\n'));
  process.exitCode = exitCode;
});
