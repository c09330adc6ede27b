import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { buildJobArchive } from '../commands/job-archive.ts';
import { buildJobBackport } from '../commands/job-backport.ts';
import { buildJobCreate } from '../commands/job-create.ts';
import { buildJobDiff } from '../commands/job-diff.ts';
import { buildJobEffect } from '../commands/job-effect.ts';
import { buildJobEvents } from '../commands/job-events.ts';
import { buildJobImpact } from '../commands/job-impact.ts';
import { buildJobList } from '../commands/job-list.ts';
import { buildJobMessage } from '../commands/job-message.ts';
import { buildJobPages } from '../commands/job-pages.ts';
import { buildJobShow } from '../commands/job-show.ts';
import { buildJobUndo } from '../commands/job-undo.ts';
import { buildJobUsage } from '../commands/job-usage.ts';
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
