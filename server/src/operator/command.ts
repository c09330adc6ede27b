import type { Command } from 'commander';

/** What the help says about a command. */
export interface CommandText {
  /** The name with its arguments, as commander expects it: `create <prompt>`. */
  usage: string;
  summary: string;
  /** What `--help` prints between the summary and the options, when the summary is not enough. */
  description?: string;
  /** Whole command lines, each with an explanation when it needs one. */
  examples: string[];
}

/** Adds a command with `--json`, and with the examples at the end of its help. Every command has both. */
export function addCommand(parent: Command, { usage, summary, description, examples }: CommandText): Command {
  const lines = examples.map((example) => `  $ ${example}`);
  return parent
    .command(usage)
    .summary(summary)
    .description(description === undefined ? `${summary}.` : `${summary}.\n\n${description}`)
    .option('--json', 'answer with JSON')
    .addHelpText('after', ['', examples.length === 1 ? 'Example:' : 'Examples:', ...lines].join('\n'));
}
