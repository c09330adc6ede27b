import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import type { CommandText } from '../command.ts';

/** What every command about one job takes. */
export interface JobCommandOptions {
  /** The project of the job, if it is named, by its id or name. */
  project?: string;
  json?: true;
}

/** Adds a command about one job, whose project is found by the job's id. */
export function addJobCommand(group: Command, text: CommandText): Command {
  return addCommand(group, text).option('--project <id or name>', 'the project of the job; it is found without');
}
