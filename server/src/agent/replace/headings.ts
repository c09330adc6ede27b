import { applyChanges, orderChanges, type Change } from '../models/builtin/text/change.ts';
import type { AgentDocs, AgentTree, RenamedLink } from '../ports.ts';
import { readTextFile } from '../text-file.ts';
import { carryOutPlan } from '../tools/carry-out-plan.ts';
import type { FoundFile } from './files.ts';

/** Links that were brought along to headings that changed, and those that only people may change. */
export interface Followed {
  links: RenamedLink[];
  refused: string[];
}

/** Brings the links along that lead to headings whose texts, and so whose anchors, have changed. */
export async function followHeadings(
  { tree, docs }: { tree: AgentTree; docs: AgentDocs },
  changed: FoundFile[],
): Promise<Followed> {
  const before = changed.flatMap(({ path, page, sorted }) => {
    const isRenamed = page?.headings.some(({ start, end }) =>
      sorted.changes.some((change) => change.start < end && change.end > start),
    );
    return page && isRenamed === true ? [{ path, headings: page.headings.map(({ text }) => text) }] : [];
  });
  const links = before.length === 0 ? [] : await docs.planRenamedAnchors(before);
  const byPath = Map.groupBy(links, ({ path }) => path);
  const edits = await Promise.all(
    [...byPath].map(async ([path, own]) => ({
      path,
      content: await renamed({ tree, docs }, path, own),
      optional: true,
    })),
  );
  const { refused } = await carryOutPlan(tree, [], edits);
  return { links: links.filter(({ path }) => !refused.includes(path)), refused };
}

async function renamed(
  { tree, docs }: { tree: AgentTree; docs: AgentDocs },
  path: string,
  links: RenamedLink[],
): Promise<string> {
  const { text } = await readTextFile(tree, path);
  const page = await docs.parse(path, text);
  const byTarget = new Map(links.map((link) => [link.target, link.renamed]));
  const changes = page.links.flatMap(({ target, span }): Change[] => {
    const to = byTarget.get(target);
    return to === undefined ? [] : [{ start: span.start, end: span.end, text: to }];
  });
  return applyChanges(text, orderChanges(text, changes));
}
