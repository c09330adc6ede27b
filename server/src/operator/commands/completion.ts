import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import { bashCompletion } from '../completion/bash.ts';
import { fishCompletion } from '../completion/fish.ts';
import { levelsOf } from '../completion/levels.ts';
import { zshCompletion } from '../completion/zsh.ts';
import { type Context, printJson } from '../context.ts';

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

type Shell = keyof typeof shells;

export function buildCompletion(program: Command, context: Context): void {
  addCommand(program, {
    usage: 'completion',
    summary: 'Print a script with which a shell completes commands and options',
    description:
      'For bash, add "source <(copydesk completion bash)" to ~/.bashrc. For zsh, add "source <(copydesk completion zsh)" to ' +
      '~/.zshrc after compinit. For fish, write it to ~/.config/fish/completions/copydesk.fish. It does not complete names.',
    examples: [
      'source <(copydesk completion bash)',
      'copydesk completion fish > ~/.config/fish/completions/copydesk.fish',
    ],
  })
    .argument('<shell>', 'bash, zsh or fish', parseShell)
    .action((shell: Shell, options: { json?: true }) => {
      const script = shells[shell](levelsOf(program));
      if (options.json) printJson(context.terminal, { shell, script });
      else context.terminal.out(script);
    });
}

function parseShell(text: string): Shell {
  if (text === 'bash' || text === 'zsh' || text === 'fish') return text;
  throw new InvalidArgumentError('The shells are bash, zsh and fish.');
}
