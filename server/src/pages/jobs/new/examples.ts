import type { KnownSite } from '../../needs.ts';

/** The name of the built-in model that understands a fixed grammar instead of free text. */
export const copyeditor = 'builtin/copyeditor';

/** Returns prompts that the model understands and that fit the site: they name existing pages where those are known. */
export function examplesFor(model: string, site: KnownSite | undefined): string[] {
  const page = site?.pages.find((path) => /^[\w./-]{1,60}$/.test(path) && !isFront(path));
  return model === copyeditor ? grammarExamples(page) : wordExamples(page, site);
}

function isFront(path: string): boolean {
  return /(^|\/)(index|readme|_index)\.\w+$/i.test(path);
}

/** Returns the only forms of prompt that the copyeditor understands. */
function grammarExamples(page: string | undefined): string[] {
  return [
    'Fix broken links',
    'Replace "log in" with "sign in" everywhere',
    ...(page === undefined ? [] : [`Replace "utilize" with "use" in ${page}`]),
    `Add a page "Rate limits" at ${folderOf(page)}rate-limits.md with the text "There are two limits."`,
    'List broken links and anchors',
  ];
}

/** Returns the folder with its slash; '' at the top. */
function folderOf(page = ''): string {
  return page.slice(0, page.lastIndexOf('/') + 1);
}

function wordExamples(page: string | undefined, site: KnownSite | undefined): string[] {
  const named = site?.isRecognised === true ? ` Keep to what ${site.label} understands.` : '';
  return [
    'Fix all broken links and missing images',
    ...(page === undefined ? [] : [`Rewrite the introduction of ${page} for readers who are new here`]),
    `Add a page about rate limits beside the pages on the API, and put it into the navigation.${named}`,
    'Say "sign in" instead of "log in" in the whole docs, but not in code',
  ];
}
