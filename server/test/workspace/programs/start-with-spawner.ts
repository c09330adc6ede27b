import { spawn } from 'node:child_process';
import { once } from 'node:events';

const program = `
const { openSpawner } = await import(${JSON.stringify(new URL('../../../src/workspace/programs/spawner.ts', import.meta.url).href)});
const waiting = setInterval(() => {}, 1000);
const spawner = await openSpawner();
const running = spawner.spawn({ program: 'sh', given: ['-c', 'echo $PPID $$; sleep 600'], cwd: '/', env: process.env });
running.stdout.on('data', (line) => {
  process.stdout.write(line);
  if (process.argv[1] === 'exit') process.exit();
});
`;

/** Starts a process that uses a spawner, with the ids of the spawner and of the program that it has started. */
export async function startWithSpawner(end: 'kill' | 'exit') {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, end], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { processId: child.pid ?? Number.NaN, ids: line.toString().split(' ').map(Number), ended };
}
