import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { buildJobArchive } from '../commands/job/job-archive.ts';
import { buildJobBackport } from '../commands/job/job-backport.ts';
import { buildJobCreate } from '../commands/job/job-create.ts';
import { buildJobDiff } from '../commands/job/job-diff.ts';
import { buildJobEffect } from '../commands/job/job-effect.ts';
import { buildJobEvents } from '../commands/job/job-events.ts';
import { buildJobImpact } from '../commands/job/job-impact.ts';
import { buildJobList } from '../commands/job/job-list.ts';
import { buildJobMessage } from '../commands/job/job-message.ts';
import { buildJobPages } from '../commands/job/job-pages.ts';
import { buildJobShow } from '../commands/job/job-show.ts';
import { buildJobUndo } from '../commands/job/job-undo.ts';
import { buildJobUsage } from '../commands/job/job-usage.ts';
import { addGroup } from './add-group.ts';

export function buildJobGroup(program: Command, context: Context): void {
  addGroup(program, { name: 'job', description: 'The jobs of the agent.' }, (group) => {
    buildJobCreate(group, context);
    buildJobMessage(group, context);
    buildJobShow(group, context);
    buildJobEvents(group, context);
    buildJobDiff(group, context);
    buildJobPages(group, context);
    buildJobUsage(group, context);
    buildJobImpact(group, context);
    buildJobEffect(group, context);
    buildJobList(group, context);
    buildJobArchive(group, context);
    buildJobUndo(group, context);
    buildJobBackport(group, context);
  });
}
