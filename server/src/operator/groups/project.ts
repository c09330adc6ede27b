import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { buildProjectCheck } from '../commands/project/project-check.ts';
import { buildProjectConnect } from '../commands/project/project-connect.ts';
import { buildProjectContext } from '../commands/project/project-context.ts';
import { buildProjectCreate } from '../commands/project/project-create.ts';
import { buildProjectDelete } from '../commands/project/project-delete.ts';
import { buildProjectList } from '../commands/project/project-list.ts';
import { buildProjectReadability } from '../commands/project/project-readability.ts';
import { buildProjectSet } from '../commands/project/project-set.ts';
import { buildProjectShow } from '../commands/project/project-show.ts';
import { addGroup } from './add-group.ts';

export function buildProjectGroup(program: Command, context: Context): void {
  addGroup(program, { name: 'project', description: 'The repositories that jobs work on.' }, (group) => {
    buildProjectCreate(group, context);
    buildProjectList(group, context);
    buildProjectShow(group, context);
    buildProjectCheck(group, context);
    buildProjectReadability(group, context);
    buildProjectSet(group, context);
    buildProjectDelete(group, context);
    buildProjectConnect(group, context);
    buildProjectContext(group, context);
  });
}
