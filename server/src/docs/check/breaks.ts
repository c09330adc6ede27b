import type { Changes } from '../compare/changes.ts';
import type { DocsView } from '../view.ts';
import { dataFaults, dataFaultsIntroduced } from './data-files.ts';
import { descriptionFaults, descriptionFaultsIntroduced } from './descriptions/descriptions.ts';
import { joinJudged, type Judged } from './judged.ts';
import { partsIntroduced, partsMissing } from './parts.ts';

/** Returns what a change broke besides links, anchors and navigation. */
export async function breaksIntroduced(before: DocsView, after: DocsView, changes: Changes): Promise<Judged> {
  return joinJudged([
    await dataFaultsIntroduced(before, after, changes),
    await descriptionFaultsIntroduced(before, after, changes),
    await partsIntroduced(before, after, changes),
  ]);
}

/** Returns what is broken in the given files besides links, anchors and navigation. */
export async function breaksIn(view: DocsView, paths: string[]): Promise<Judged> {
  return joinJudged([
    await dataFaults(view, paths),
    await descriptionFaults(view, paths),
    await partsMissing(view, paths),
  ]);
}
