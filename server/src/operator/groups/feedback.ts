import type { Command } from 'commander';
import { buildFeedbackChange } from '../commands/feedback/feedback-change.ts';
import { buildFeedbackFix } from '../commands/feedback/feedback-fix.ts';
import { buildFeedbackList } from '../commands/feedback/feedback-list.ts';
import { buildFeedbackShow } from '../commands/feedback/feedback-show.ts';
import type { Context } from '../context.ts';
import { addGroup } from './add-group.ts';

export function buildFeedbackGroup(program: Command, context: Context): void {
  addGroup(program, { name: 'feedback', description: 'The feedback of readers on pages.' }, (group) => {
    buildFeedbackList(group, context);
    buildFeedbackShow(group, context);
    buildFeedbackChange(group, context, {
      name: 'resolve',
      status: 'resolved',
      summary: 'Mark a piece of feedback as resolved',
    });
    buildFeedbackChange(group, context, {
      name: 'dismiss',
      status: 'dismissed',
      summary: 'Mark a piece of feedback as dismissed',
    });
    buildFeedbackFix(group, context);
  });
}
