import { runCommandLine } from './command-line.ts';

// The program. All input from outside enters here: arguments, environment, streams, clock, signals.
const { argv, env, stdin, stdout, stderr } = process;
process.exitCode = await runCommandLine({
  words: argv.slice(2),
  env,
  folder: process.cwd(),
  stdin,
  stdout,
  stderr,
  now: () => new Date(),
  process,
});

// A hanging peer keeps a connection open; nothing waits for it any longer.
setTimeout(() => process.exit(), 2_000).unref();
