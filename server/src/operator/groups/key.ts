import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { buildKeyCreate } from '../commands/key/key-create.ts';
import { buildKeyList } from '../commands/key/key-list.ts';
import { buildKeyRevoke } from '../commands/key/key-revoke.ts';
import { buildKeyRotate } from '../commands/key/key-rotate.ts';
import { addGroup } from './add-group.ts';

export function buildKeyGroup(program: Command, context: Context): void {
  addGroup(program, { name: 'key', description: 'The API keys of clients.' }, (group) => {
    buildKeyCreate(group, context);
    buildKeyList(group, context);
    buildKeyRotate(group, context);
    buildKeyRevoke(group, context);
  });
}
