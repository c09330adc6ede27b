import type { Command } from 'commander';

/** What a command says of itself. */
export interface CommandText {
  /** The name with its arguments, as commander takes it: `create <prompt>`. */
  usage: string;
  summary: string;
  /** What `--help` says between the summary and the options, where the summary is not enough. */
  description?: string;
  /** Whole command lines, each with what it does where that is not plain. */
  examples: string[];
}

/** Adds a command with `--json` and the examples at the end of its help, as every command has them. */
export function addCommand(parent: Command, { usage, summary, description, examples }: CommandText): Command {
  const lines = examples.map((example) => `  $ ${example}`);
  return parent
    .command(usage)
    .summary(summary)
    .description(description === undefined ? `${summary}.` : `${summary}.\n\n${description}`)
    .option('--json', 'answer with JSON')
    .addHelpText('after', ['', examples.length === 1 ? 'Example:' : 'Examples:', ...lines].join('\n'));
}
