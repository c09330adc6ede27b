import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { buildViewsClassify } from '../commands/views/views-classify.ts';
import { buildViewsEffect } from '../commands/views/views-effect.ts';
import { buildViewsExport } from '../commands/views/views-export.ts';
import { buildViewsImport } from '../commands/views/views-import.ts';
import { buildViewsImports } from '../commands/views/views-imports.ts';
import { buildViewsReclassify } from '../commands/views/views-reclassify.ts';
import { buildViewsRefreshRanges } from '../commands/views/views-refresh-ranges.ts';
import { buildViewsRefreshRules } from '../commands/views/views-refresh-rules.ts';
import { buildViewsRepair } from '../commands/views/views-repair.ts';
import { buildViewsTables } from '../commands/views/views-tables.ts';
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
