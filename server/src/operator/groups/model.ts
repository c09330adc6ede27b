import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { buildModelCheck } from '../commands/model/model-check.ts';
import { buildModelKey } from '../commands/model/model-key.ts';
import { buildModelList } from '../commands/model/model-list.ts';
import { addGroup } from './add-group.ts';

export function buildModelGroup(program: Command, context: Context): void {
  addGroup(program, { name: 'model', description: 'The models that jobs use.' }, (group) => {
    buildModelCheck(group, context);
    buildModelList(group, context);
    buildModelKey(group, context);
  });
}
