import { runCommand } from './operator/program.ts';
import { stopRequest } from './operator/terminal/signals.ts';
import { openTerminal } from './operator/terminal/terminal.ts';
import { namedProject } from './remote/profile/which-server.ts';
import { createOperator } from './wiring/services/operator.ts';

// The program. All input from outside enters here: arguments, environment, streams, clock, signals.
const { argv, env, stdin, stdout, stderr } = process;
const now = (): Date => new Date();
const terminal = openTerminal({ stdin, stdout, stderr, env });
const logReader = terminal.interactive.err ? ({ person: true, colours: terminal.colours.err } as const) : 'programs';

process.exitCode = await runCommand(
  argv.slice(2),
  {
    operator: createOperator(env, logReader),
    terminal,
    now,
    project: namedProject({ environment: env, folder: process.cwd() }),
    stopRequest: () => stopRequest(process, now),
    exit: { code: 0 },
  },
  (env.COPYDESK_DEBUG ?? '') !== '',
);

// A hanging peer keeps a connection open; nothing waits for it any longer.
setTimeout(() => process.exit(), 2_000).unref();
