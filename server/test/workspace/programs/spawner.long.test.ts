import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { openSpawner } from '../../../src/workspace/programs/spawner.ts';
import { SpawnedProgram } from '../../../src/workspace/programs/spawned-program.ts';
import { startProgram } from '../../../src/workspace/programs/program.ts';
import type { ProgramOrder, RunningProgram } from '../../../src/workspace/programs/program.ts';
import { startWithSpawner } from './start-with-spawner.ts';

const isOnLinux = process.platform === 'linux';
const spawner = isOnLinux ? await openSpawner() : undefined;
afterAll(() => spawner?.close());

const order = (program: string, ...given: string[]): ProgramOrder => ({
  program,
  given,
  cwd: '/',
  env: { PATH: process.env.PATH },
});
const shell = (script: string) => order('sh', '-c', script);

async function runToEnd({ stdin, stdout, exit }: RunningProgram, input: string | Uint8Array = '') {
  stdin.end(input);
  const [bytes, ended] = await Promise.all([buffer(stdout), exit]);
  return { ...ended, stdout: bytes };
}

const isRunning = (pid: number) => {
  try {
    // A process that nobody has waited for is a zombie: it has ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/** Each way to start a program behaves alike. */
const ways: [string, (given: ProgramOrder) => RunningProgram][] = [['as a child', startProgram]];
if (spawner) {
  ways.push(['by the spawner', spawner.spawn]);
  ways.push([
    'as a child, because the spawner could not reach this process',
    (given) => {
      const program = new SpawnedProgram(given);
      program.startHere();
      const { stdin, stdout, exit } = program;
      return { stdin, stdout, exit, signal: (name) => program.child?.signal(name) };
    },
  ]);
}

describe.each(ways)('a program that is started %s', (_, start) => {
  test('reads its input, writes its output, and exits with its code', async () => {
    const ended = await runToEnd(start(shell('cat; echo "what is wrong" >&2; exit 3')), 'given\n');
    expect(ended).toEqual({ code: 3, stderr: 'what is wrong\n', stdout: Buffer.from('given\n') });
  });

  test('passes on megabytes unchanged', async () => {
    const input = Buffer.alloc(5_000_000, 'pass it on ');
    const { code, stdout } = await runToEnd(start(order('cat')), input);
    expect(code).toBe(0);
    expect(stdout.equals(input)).toBe(true);
  });

  test('has the environment and folder that were ordered, and no others', async () => {
    const env = { PATH: process.env.PATH, TOKEN: 'one\ntwo' };
    const { stdout } = await runToEnd(start({ ...order('env'), env }));
    expect(stdout.toString()).toBe(`PATH=${process.env.PATH}\nTOKEN=one\ntwo\n`);
    expect((await runToEnd(start({ ...order('pwd'), cwd: '/usr' }))).stdout.toString()).toBe('/usr\n');
  });

  test.runIf(process.getuid?.() === 0)('runs as the user that was ordered', async () => {
    const { stdout } = await runToEnd(start({ ...shell('id -u; id -g'), as: { uid: 65_534, gid: 65_534 } }));
    expect(stdout.toString()).toBe('65534\n65534\n');
  });

  test('may end before it has read its input, and its output arrives nevertheless', async () => {
    const running = start(shell('echo first; exec 0<&-; exit 0'));
    const ended = await runToEnd(running, Buffer.alloc(3_000_000));
    expect(ended).toMatchObject({ code: 0, stdout: Buffer.from('first\n') });
    expect(running.stdin.destroyed).toBe(true);
  });

  test.each(['at once', 'later'])('ends when its reader closes its output %s', async (when) => {
    const running = start(order('yes'));
    if (when === 'later') await once(running.stdout, 'data');
    running.stdout.destroy();
    expect((await running.exit).code).not.toBe(0);
  });

  test('exits although its output is not read', async () => {
    const running = start(shell('echo unread'));
    running.stdin.end();
    expect(await running.exit).toEqual({ code: 0, stderr: '' });
  });

  test('is signalled with all that it started, even at once', async () => {
    const early = start(shell('sleep 600 & wait'));
    early.signal('SIGTERM');
    expect((await early.exit).code).not.toBe(0);

    const late = start(shell('sleep 600 & echo $!; wait'));
    const [line] = (await once(late.stdout, 'data')) as [Buffer];
    late.signal('SIGTERM');
    expect((await late.exit).code).not.toBe(0);
    await expect.poll(() => isRunning(Number(line))).toBe(false);
    // Nobody is there any more: it does nothing.
    late.signal('SIGKILL');
  });

  test('that does not exist is reported as missing', async () => {
    expect(await runToEnd(start(order('/nonexistent/program')))).toEqual({
      code: -1,
      stderr: 'spawn /nonexistent/program ENOENT',
      stdout: Buffer.alloc(0),
    });
  });
});

describe.runIf(isOnLinux)('a spawner', () => {
  test('starts hundreds of programs at the same time, and confuses none of them', async () => {
    const numbers = Array.from({ length: 300 }, (_, index) => String(index));
    const ended = await Promise.all(
      numbers.map(async (number) => await runToEnd(spawner!.spawn(shell(`cat; exit ${Number(number) % 7}`)), number)),
    );
    expect(ended.map(({ stdout }) => stdout.toString())).toEqual(numbers);
    expect(ended.map(({ code }) => code)).toEqual(numbers.map((number) => Number(number) % 7));
  });

  test('reports arguments that are too long as a program that could not be started', async () => {
    const ended = await runToEnd(spawner!.spawn(order('true', 'x'.repeat(3_000_000))));
    expect(ended).toMatchObject({ code: -1, stderr: expect.stringContaining('E2BIG') as string });
  });

  test('closes connections of those who know no key', async () => {
    // Its own, and those of other processes.
    for (const [address] of readFileSync('/proc/net/unix', 'utf8').matchAll(/@copydesk-[0-9a-f]{32}/g)) {
      const stranger = connect({ path: address.replace('@', '\0') });
      // It may be closed before what it wrote is read.
      stranger.on('error', () => {});
      stranger.write('0'.repeat(32));
      stranger.resume();
      await once(stranger, 'close');
    }
    expect((await runToEnd(spawner!.spawn(order('cat')), 'still here')).stdout.toString()).toBe('still here');
  });

  test('that is killed ends its programs, which report that', async () => {
    const other = await openSpawner();
    // By then the spawner has reported its start.
    const running = other.spawn(shell('sleep 0.2; echo $PPID $$; sleep 600'));
    const [line] = (await once(running.stdout, 'data')) as [Buffer];
    const [own, program] = line.toString().split(' ').map(Number) as [number, number];
    process.kill(own, 'SIGKILL');
    expect(await running.exit).toEqual({ code: -1, stderr: 'the process that starts programs has ended' });
    expect(other.isOpen()).toBe(false);
    await expect.poll(() => isRunning(program)).toBe(false);
    // It starts the next ones without a spawner.
    expect((await runToEnd(other.spawn(shell('echo $PPID')))).stdout.toString()).toBe(`${process.pid}\n`);
  });

  test('that is closed ends with its programs', async () => {
    const other = await openSpawner();
    const running = other.spawn(shell('echo $PPID $$; sleep 600'));
    const [line] = (await once(running.stdout, 'data')) as [Buffer];
    const ids = line.toString().split(' ').map(Number);
    other.close();
    await running.exit;
    await expect.poll(() => ids.some(isRunning)).toBe(false);
  });

  test('ends with the process that it works for, however that ends', async () => {
    for (const end of ['kill', 'exit'] as const) {
      const { processId, ids, ended } = await startWithSpawner(end);
      if (end === 'kill') process.kill(processId, 'SIGKILL');
      await ended;
      await expect.poll(() => ids.filter(isRunning)).toEqual([]);
    }
  });

  test('survives the signals that a terminal sends to all processes', async () => {
    const { stdout } = await runToEnd(spawner!.spawn(shell('kill -INT $PPID; kill -TERM $PPID; kill -HUP $PPID')));
    expect(stdout.toString()).toBe('');
    expect((await runToEnd(spawner!.spawn(order('cat')), 'still here')).stdout.toString()).toBe('still here');
  });
});
