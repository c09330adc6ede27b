import { folderOf, joinPath } from '../../paths.ts';
import type { AnchorRules, TakenIn } from '../../site/kind.ts';
import { sourceOf } from './liquid.ts';

type Page = Parameters<NonNullable<AnchorRules['takesIn']>>[0];

const include = /\{%-?\s*(include|include_relative|include_cached)\s+([^\s{}%]+|\{\{[^{}]*\}\})/g;

/** Files that a page includes, the ids that attribute lists give, and loops, which may write headings. */
export function takesIn(page: Page): TakenIn {
  const files: string[] = [];
  const doubts = new Set<string>();
  for (const [, name = '', path = ''] of page.text.matchAll(include)) {
    const file = includedFile(page, name, path);
    if (file === undefined) doubts.add(`the included ${path} may make anchors`);
    else files.push(file);
  }
  if (/\{%-?\s*(?:for|capture)\b/.test(page.text)) doubts.add('Liquid writes a part of the page');
  const anchors = [...page.text.matchAll(/\{:[^{}\n]*#([^\s{}]+)[^{}\n]*\}/g)].map(([, id = '']) => id);
  return { files, anchors, doubts: [...doubts] };
}

/** In `_includes`, or from the folder of the page; a theme may have others that are not in the repository. */
function includedFile({ site, index, from }: Page, name: string, path: string): string | undefined {
  const folder = name === 'include_relative' ? folderOf(from) : (joinPath(sourceOf(site), '_includes') ?? '');
  const file = joinPath(folder, path);
  return file !== undefined && index.isFile(file) ? file : undefined;
}
