import type { Command } from 'commander';
import { buildAutomationCreate } from '../commands/automation/automation-create.ts';
import { buildAutomationDelete } from '../commands/automation/automation-delete.ts';
import { buildAutomationDryRun } from '../commands/automation/automation-dry-run.ts';
import { buildAutomationList } from '../commands/automation/automation-list.ts';
import { buildAutomationRun } from '../commands/automation/automation-run.ts';
import { buildAutomationRuns } from '../commands/automation/automation-runs.ts';
import { buildAutomationSet } from '../commands/automation/automation-set.ts';
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
