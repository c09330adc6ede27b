import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import type { Context } from '../../src/operator/context.ts';
import type { Operator } from '../../src/operator/operator.ts';
import { buildEveryCommand } from '../../src/operator/every-command.ts';
import { openProgram, runCommand } from '../../src/operator/program.ts';
import { keptTerminal } from './terminal-stub.ts';

function contextOf() {
  const { terminal, written } = keptTerminal();
  const context: Context = {
    // Help and usage need nothing from the operator: any call of it would throw.
    operator: { version: '1.2.3', explain: async (error: unknown) => error } as Operator,
    terminal,
    now: () => new Date('2024-03-09T10:00:00Z'),
    stopRequest: () => new Promise(() => {}),
    exit: { code: 0 },
  };
  return { context, written };
}

async function run(...argv: string[]) {
  const { context, written } = contextOf();
  const code = await runCommand(argv, context, false);
  return { code, ...written };
}

function commandLines(command: Command, path: string[] = []): string[][] {
  const children = command.commands.filter((child) => child.name() !== 'help');
  return [path, ...children.flatMap((child) => commandLines(child, [...path, child.name()]))];
}

function everyCommand(context: Context): Command {
  const program = openProgram(context, () => {});
  buildEveryCommand(program, context);
  return program;
}

const all = commandLines(everyCommand(contextOf().context));
const leaves = all.filter(
  (path) => !all.some((other) => other.length > path.length && path.every((w, i) => other[i] === w)),
);

describe('help', () => {
  test.each(all.map((path) => [path.join(' '), path] as const))(
    'copydesk %s --help ends with an example',
    async (_, path) => {
      const { code, out, err } = await run(...path, '--help');
      expect(code).toBe(0);
      expect(err).toBe('');
      expect(out).toMatch(/\nExamples?:\n {2}\$ .*copydesk /);
      for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
    },
  );

  test.each(leaves.map((path) => [path.join(' '), path] as const))('copydesk %s takes --json', async (_, path) => {
    expect((await run(...path, '--help')).out).toContain('--json');
  });

  test('descriptions are wrapped at the width of the terminal, not before', async () => {
    const { out } = await run('project', 'create', '--help');
    expect(out).toMatch(/without --repository/);
    expect(out).not.toMatch(/^--repository/m);
    const program = everyCommand(contextOf().context);
    const described = (command: Command): string[] => [command.description(), ...command.commands.flatMap(described)];
    expect(described(program).filter((text) => /[^\n]\n[^\n]/.test(text))).toEqual([]);
  });

  test('says where the pages are that it names', async () => {
    expect((await run('--help')).out).toContain(
      'The server shows pages such as /docs/backup: open them at its address.',
    );
  });

  test('the version is printed alone', async () => {
    expect(await run('--version')).toEqual({ code: 0, out: '1.2.3\n', err: '' });
  });
});

describe('wrong usage ends with 2', () => {
  test.each([
    [['serv'], /^copydesk: unknown command 'serv'\n?.*Did you mean serve\?/],
    [['serve', '--prot', '1'], /^copydesk: unknown option '--prot'\n?.*Did you mean --port\?/],
    [['job', 'creat'], /Did you mean create\?/],
    [['job', 'show'], /missing required argument 'id'/],
    [['job', 'show', 'job_1', 'job_2'], /too many arguments/],
    [['key', 'create', '--name', 'ci', '--scopes', 'all'], /"all" is not a scope/],
    [['key', 'create', '--name', 'ci', '--expires', 'soon'], /Give days such as 90d/],
    [['sign-in', '--name', ' '], /Give a name of 1 to 100 characters/],
    [['job', 'list', '--project', 'p', '--limit', '0'], /Give a number from 1 to 100/],
    [['project', 'set', 'p', '--checks', 'lenient'], /Give strict or draft/],
    [['project', 'set', 'p', '--guard-views', '1.5'], /Give a whole number from 0 to 1000000000/],
    [['project', 'set', 'p', '--guard-views', '1000000001'], /Give a whole number from 0 to 1000000000/],
    [['project', 'set', 'p', '--site-url', 'docs.example.com'], /Give an address such as/],
    [['project', 'set', 'p', '--site-url', 'file:///srv/docs'], /Give an address such as/],
    [['project', 'set', 'p', '--site-url', 'https://ann:secret@docs.example.com'], /Give an address such as/],
    [['project', 'set', 'p', '--site-url', 'https://docs.example.com/?'], /Give an address such as/],
    [['project', 'set', 'p', '--site-url', 'https://docs.example.com/#top'], /Give an address such as/],
  ])('%j', async (argv, complaint) => {
    const { code, out, err } = await run(...argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(complaint);
    expect(err).toMatch(/See "copydesk.* --help"\.\n$/);
  });

  test('a call without a command prints the help on standard error', async () => {
    const { code, out, err } = await run();
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('Usage: copydesk');
  });

  test('--json reports it as JSON', async () => {
    const { code, err } = await run('job', 'show', '--json');
    expect(code).toBe(2);
    expect(JSON.parse(err)).toMatchObject({ code: 'invalid_request', detail: expect.stringContaining("'id'") });
  });
});

test.each([
  ['', 'blank'],
  [' \n', 'blank'],
  ['a\0b', 'NUL'],
  ['x'.repeat(32_001), '32,000'],
])('a prompt without an instruction is refused before anything is opened: %j', async (prompt, why) => {
  const { code, err } = await run('job', 'create', prompt, '--project', 'Docs');
  expect(code).toBe(1);
  expect(err).toMatch(/^copydesk: The prompt must /);
  expect(err).toContain(why);
});
