import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { buildProjectContextAdd } from './project-context-add.ts';
import { buildProjectContextList } from './project-context-list.ts';
import { buildProjectContextRemove } from './project-context-remove.ts';

/** The commands of the repositories that the agent may read beside the docs. */
export function buildProjectContext(project: Command, context: Context): void {
  const group = project
    .command('context')
    .description("The repositories that the agent may read beside a project's docs, such as the product's source.")
    .addHelpText('after', '\nExample:\n  $ copydesk project context add --help');
  buildProjectContextAdd(group, context);
  buildProjectContextList(group, context);
  buildProjectContextRemove(group, context);
}
