import { applyChanges, orderChanges, type Change } from '../models/builtin/text/change.ts';
import type { MovedAnchors, RenamedLink } from '../ports.ts';
import { readTextFile } from '../text/text-file.ts';
import { carryOutPlan } from '../tools/carry-out-plan.ts';
import { saveMarks } from '../tools/file/save-marks.ts';
import type { ToolContext } from '../tools/tool.ts';

/** Links that were updated because their headings changed, and the files that only people may change. */
export interface UpdatedLinks {
  links: RenamedLink[];
  refused: string[];
}

/**
 * Updates links to headings and ids that an edit of a file has changed, and reports them, including those whose target
 * no longer exists.
 */
export async function followEdit(context: ToolContext, was: { path: string; text: string }): Promise<string[]> {
  if (context.keepsLinks === true) return [];
  const { renamed: links, broken } = await context.docs.planMovedAnchors(was.path, was.text);
  return [...formatUpdatedLinks(await renameLinks(context, links)), ...formatBroken(broken)];
}

type Reached = Pick<ToolContext, 'tree' | 'docs' | 'marks'>;

/** Writes the new anchors of links. What the model has seen of their files stays marked as seen. */
export async function renameLinks(context: Reached, links: RenamedLink[]): Promise<UpdatedLinks> {
  const byPath = Map.groupBy(links, ({ path }) => path);
  const edits = await Promise.all(
    [...byPath].map(async ([path, own]) => ({
      path,
      content: await withRenamedLinks(context, path, own),
      optional: true,
    })),
  );
  const letMarksFollow = await saveMarks(context, byPath.keys());
  const { refused } = await carryOutPlan(context.tree, [], edits);
  await letMarksFollow();
  return { links: links.filter(({ path }) => !refused.includes(path)), refused };
}

async function withRenamedLinks({ tree, docs }: Reached, path: string, links: RenamedLink[]): Promise<string> {
  const { text } = await readTextFile(tree, path);
  const page = await docs.parse(path, text);
  const byTarget = new Map(links.map((link) => [link.target, link.renamed]));
  const changes = page.links.flatMap(({ target, span }): Change[] => {
    const to = byTarget.get(target);
    return to === undefined ? [] : [{ start: span.start, end: span.end, text: to }];
  });
  return applyChanges(text, orderChanges(text, changes));
}

const maximumLinks = 20;

/** Returns a line for each updated link, and for each file whose links only people may change. */
export function formatUpdatedLinks({ links, refused }: UpdatedLinks): string[] {
  return [
    ...cappedLinks(
      links.map(({ path, line, target, renamed: is }) => `heading changed, so link: ${path}:${line} ${target} → ${is}`),
    ),
    ...refused.map((path) => `links to changed headings, and is for people to change: ${path}`),
  ];
}

function formatBroken(broken: MovedAnchors['broken']): string[] {
  return cappedLinks(
    broken.map(({ path, line, target }) => `leads to no heading or id any more: ${path}:${line} ${target}`),
  );
}

function cappedLinks(lines: string[]): string[] {
  return lines.length <= maximumLinks
    ? lines
    : [...lines.slice(0, maximumLinks), `… ${lines.length - maximumLinks} more`];
}
