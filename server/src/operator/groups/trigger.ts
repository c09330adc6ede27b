import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { buildTriggerCreate } from '../commands/trigger/trigger-create.ts';
import { buildTriggerDelete } from '../commands/trigger/trigger-delete.ts';
import { buildTriggerList } from '../commands/trigger/trigger-list.ts';
import { buildTriggerRotate } from '../commands/trigger/trigger-rotate.ts';
import { buildTriggerDisable, buildTriggerEnable } from '../commands/trigger/trigger-switch.ts';
import { addGroup } from './add-group.ts';

export function buildTriggerGroup(program: Command, context: Context): void {
  addGroup(program, { name: 'trigger', description: 'Addresses with which other programs start jobs.' }, (group) => {
    buildTriggerCreate(group, context);
    buildTriggerList(group, context);
    buildTriggerRotate(group, context);
    buildTriggerDisable(group, context);
    buildTriggerEnable(group, context);
    buildTriggerDelete(group, context);
  });
}
