import { Option } from 'commander';
import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import type { CommandText } from '../command.ts';
import type { Context } from '../context.ts';

/** The option of a command that works on one project. */
export function projectOption({ project }: Pick<Context, 'project'>): Option {
  return new Option('--project <id or name>', 'the project; not needed if there is only one').default(project);
}

/** What every command on one project takes. */
export interface ProjectArgument {
  project?: string;
  json?: true;
}

/** Adds a command on one project. Where its usage has `[project]`, the option does as well. */
export function addProjectCommand(group: Command, context: Pick<Context, 'project'>, text: CommandText): Command {
  return addCommand(group, text).addOption(projectOption(context));
}
