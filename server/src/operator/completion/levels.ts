import type { Command } from 'commander';

/** What can follow a command on its line. */
export interface Level {
  /** The words after `copydesk`, separated by blanks; '' for none yet. */
  at: string;
  commands: { name: string; summary: string }[];
  options: { name: string; summary: string; takesValue: boolean }[];
}

/** Lists each command of a program, starting with the program itself. */
export function levelsOf(program: Command, at = ''): Level[] {
  const { commands } = program;
  const level: Level = {
    at,
    commands: commands.map((command) => ({
      name: command.name(),
      summary: command.summary() || command.description(),
    })),
    options: program
      .createHelp()
      .visibleOptions(program)
      .flatMap(({ long, description, required, optional }) =>
        long === undefined || long === null
          ? []
          : [{ name: long, summary: description, takesValue: required || optional }],
      ),
  };
  const below = (command: Command): string => (at === '' ? command.name() : `${at} ${command.name()}`);
  return [level, ...commands.flatMap((command) => levelsOf(command, below(command)))];
}

/** Returns each command as the shell script compares it: the words so far, a blank, and the next word. */
export function stepsOf(levels: readonly Level[]): string[] {
  return levels.flatMap(({ at }) => (at === '' ? [] : [at.includes(' ') ? at : ` ${at}`]));
}

/** Puts a text in single quotes, as bash, zsh and fish read them. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`'\''`)}'`;
}
