import type { Command } from 'commander';
import { buildAutomationCreate } from '../commands/automation-create.ts';
import { buildAutomationDelete } from '../commands/automation-delete.ts';
import { buildAutomationDryRun } from '../commands/automation-dry-run.ts';
import { buildAutomationList } from '../commands/automation-list.ts';
import { buildAutomationRun } from '../commands/automation-run.ts';
import { buildAutomationRuns } from '../commands/automation-runs.ts';
import { buildAutomationSet } from '../commands/automation-set.ts';
import type { Context } from '../context.ts';
import { addGroup } from './add-group.ts';

export function buildAutomationGroup(program: Command, context: Context): void {
  addGroup(
    program,
    { name: 'automation', description: 'What starts jobs by itself; name an automation by its id or its name.' },
    (group) => {
      buildAutomationCreate(group, context);
      buildAutomationList(group, context);
      buildAutomationRuns(group, context);
      buildAutomationDryRun(group, context);
      buildAutomationRun(group, context);
      buildAutomationSet(group, context);
      buildAutomationDelete(group, context);
    },
  );
}
