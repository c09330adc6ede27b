import { spawn } from 'node:child_process';
import { once } from 'node:events';

const program = `
const { openLauncher } = await import(${JSON.stringify(new URL('../../../src/workspace/programs/launcher.ts', import.meta.url).href)});
const waiting = setInterval(() => {}, 1000);
const launcher = await openLauncher();
const running = launcher.launch({ program: 'sh', given: ['-c', 'echo $PPID $$; sleep 600'], cwd: '/', env: process.env });
running.stdout.on('data', (line) => {
  process.stdout.write(line);
  if (process.argv[1] === 'exit') process.exit();
});
`;

/** Starts a process that uses a launcher, with the ids of the launcher and of the program that it has started. */
export async function startWithLauncher(end: 'kill' | 'exit') {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, end], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { processId: child.pid ?? Number.NaN, ids: line.toString().split(' ').map(Number), ended };
}
