import type { Command } from 'commander';
import { buildFeedbackChange } from '../commands/feedback-change.ts';
import { buildFeedbackFix } from '../commands/feedback-fix.ts';
import { buildFeedbackList } from '../commands/feedback-list.ts';
import { buildFeedbackShow } from '../commands/feedback-show.ts';
import type { Context } from '../context.ts';
import { addGroup } from './add-group.ts';

export function buildFeedbackGroup(program: Command, context: Context): void {
  addGroup(program, { name: 'feedback', description: 'What readers say of pages.' }, (group) => {
    buildFeedbackList(group, context);
    buildFeedbackShow(group, context);
    buildFeedbackChange(group, context, {
      name: 'resolve',
      status: 'resolved',
      summary: 'Say that what a reader said is dealt with',
    });
    buildFeedbackChange(group, context, {
      name: 'dismiss',
      status: 'dismissed',
      summary: 'Say that nothing is done about what a reader said',
    });
    buildFeedbackFix(group, context);
  });
}
