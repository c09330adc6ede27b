import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { buildViewsClassify } from '../commands/views-classify.ts';
import { buildViewsEffect } from '../commands/views-effect.ts';
import { buildViewsExport } from '../commands/views-export.ts';
import { buildViewsImport } from '../commands/views-import.ts';
import { buildViewsImports } from '../commands/views-imports.ts';
import { buildViewsReclassify } from '../commands/views-reclassify.ts';
import { buildViewsRefreshRanges } from '../commands/views-refresh-ranges.ts';
import { buildViewsRefreshRules } from '../commands/views-refresh-rules.ts';
import { buildViewsRepair } from '../commands/views-repair.ts';
import { buildViewsTables } from '../commands/views-tables.ts';
import { addGroup } from './add-group.ts';

export function buildViewsGroup(program: Command, context: Context): void {
  addGroup(program, { name: 'views', description: 'The page views of the docs, people and AI apart.' }, (group) => {
    buildViewsExport(group, context);
    buildViewsTables(group, context);
    buildViewsEffect(group, context);
    buildViewsRepair(group, context);
    buildViewsImport(group, context);
    buildViewsImports(group, context);
    buildViewsClassify(group, context);
    buildViewsReclassify(group, context);
    buildViewsRefreshRanges(group, context);
    buildViewsRefreshRules(group, context);
  });
}
