import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { buildMirrorList } from '../commands/mirror/mirror-list.ts';
import { buildMirrorRestore } from '../commands/mirror/mirror-restore.ts';
import { addGroup } from './add-group.ts';

export function buildMirrorGroup(program: Command, context: Context): void {
  addGroup(
    program,
    { name: 'mirror', description: 'Copies elsewhere of the repositories that Copydesk keeps.' },
    (group) => {
      buildMirrorList(group, context);
      buildMirrorRestore(group, context);
    },
  );
}
