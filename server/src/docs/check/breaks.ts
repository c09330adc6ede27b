import type { Changes } from '../changes.ts';
import { isWithin, pathWithin } from '../paths.ts';
import type { DocsView } from '../view.ts';
import { dataFaults, dataFaultsIntroduced } from './data-files.ts';
import { descriptionFaults, descriptionFaultsIntroduced } from './descriptions.ts';
import { joinJudged, type Judged } from './judged.ts';

/** What a change broke besides links, anchors and navigation. */
export async function breaksIntroduced(before: DocsView, after: DocsView, changes: Changes): Promise<Judged> {
  return joinJudged([
    await dataFaultsIntroduced(before, after, changes),
    await descriptionFaultsIntroduced(before, after, changes),
  ]);
}

/** What is broken in the given files besides links, anchors and navigation. */
export async function breaksIn(view: DocsView, paths: string[]): Promise<Judged> {
  return joinJudged([await dataFaults(view, paths), await descriptionFaults(view, paths)]);
}

/** The files that a check of everything looks at: those of the docs folder that are not for tests and programs. */
export function filesOfDocs(view: DocsView): string[] {
  return view.index.files.filter((path) => isWithin(path, view.folder) && !forPrograms(pathWithin(path, view.folder)));
}

function forPrograms(path: string): boolean {
  return /(?:^|\/)(?:node_modules|vendor|fixtures?|__\w+__|tests?|testdata|templates?|themes?|layouts|_layouts|_includes|examples?|\.(?!vitepress\/)[^/]+)\//.test(
    path,
  );
}
