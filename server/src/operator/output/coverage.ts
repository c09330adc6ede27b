import type { CheckCoverage } from '@copydesk/contract';
import type { FoundSite } from '../project/found-site.ts';
import { count } from './diff.ts';

/** Returns what a check could not determine: a sentence for each reason, without a full stop. */
export function notKnown({ site, links, notJudged, others, leftAlone, notUsed = [] }: CheckCoverage): string[] {
  const unrecognised = 'no kind of docs site was recognised: links are resolved as code hosts resolve them';
  return [
    ...(site?.isRecognised === false ? [unrecognised] : []),
    ...notJudged.map(
      (reason) => `not judged: ${reason.count.toLocaleString('en')} of ${count(links, 'link')}, ${reasonText(reason)}`,
    ),
    ...others.map((reason) => `not judged: ${count(reason.count, reason.what)}, ${reasonText(reason)}`),
    ...notUsed,
    ...leftAlone.map(({ kind, files }) => `not checked: ${count(files, 'file')} of ${kind}`),
  ];
}

/** Describes in sentences what was found in the docs folder of a new project, and what is not known about it. */
export function siteLines(site: FoundSite | undefined): string[] {
  if (!site) return [];
  const unknown = notKnown({ site, links: 0, notJudged: [], others: [], leftAlone: site.leftAlone });
  // The kind keeps the spelling of its makers, such as mdBook.
  return [`${site.label}, ${count(site.pages, 'page')}.`, ...unknown.map((line) => `${capitalize(line)}.`)];
}

function capitalize(line: string): string {
  return line.charAt(0).toUpperCase() + line.slice(1);
}

function reasonText({ because, example }: { because: string; example: string }): string {
  return `because ${because} (such as ${example})`;
}
