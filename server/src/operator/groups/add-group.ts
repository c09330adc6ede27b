import type { Command } from 'commander';

/** Adds a group of commands, and uses the first of them as the example in its help. */
export function addGroup(
  program: Command,
  { name, description }: { name: string; description: string },
  addCommands: (group: Command) => void,
): void {
  const group = program.command(name).description(description);
  addCommands(group);
  group.addHelpText('after', `\nExample:\n  $ copydesk ${name} ${group.commands[0]?.name()} --help`);
}
