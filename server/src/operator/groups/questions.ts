import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { buildQuestionsPropose } from '../commands/questions/questions-propose.ts';
import { buildQuestionsRun } from '../commands/questions/questions-run.ts';
import { addGroup } from './add-group.ts';

export function buildQuestionsGroup(program: Command, context: Context): void {
  addGroup(program, { name: 'questions', description: 'Questions that the docs must answer.' }, (group) => {
    buildQuestionsRun(group, context);
    buildQuestionsPropose(group, context);
  });
}
