import { isWithin, pathWithin } from '../text/paths.ts';
import type { DocsView } from '../view.ts';

/** Returns the files that a full check covers: those of the docs folder that are not for tests or programs. */
export function filesOfDocs(view: DocsView): string[] {
  return view.index.files.filter(
    (path) => isWithin(path, view.folder) && !isForPrograms(pathWithin(path, view.folder)),
  );
}

function isForPrograms(path: string): boolean {
  return /(?:^|\/)(?:node_modules|vendor|fixtures?|__\w+__|tests?|testdata|templates?|themes?|layouts|_layouts|_includes|examples?|e2e|\.(?!vitepress\/)[^/]+)\//.test(
    path,
  );
}
