import { readabilityRules } from '@copydesk/contract';
import type { Readability, ReadabilityQuery } from '@copydesk/contract';
import type { Project } from '../../projects/project.ts';
import type { App } from '../app.ts';
import { openHead } from './check-project.ts';
import { findMissingTwins } from './markdown-twins.ts';

const mostWarnings = 1_000;

const noWarnings = { warnings: [], notJudged: [] };

/** A model's token is about four characters of English prose and code. */
const charactersPerToken = 4;

/**
 * Returns how well AI readers can read a project's docs, as they are at the head of its branch, or of another one.
 *
 * @throws CopydeskError `repository_*`, `ref_not_found`.
 */
export async function readReadability(
  app: App,
  project: Project,
  { ref = project.ref, rule: only }: ReadabilityQuery,
): Promise<Readability> {
  const { commit, tree } = await openHead(app, project, ref);
  const docs = app.docs.of(tree, { folder: project.docsFolder });
  const { pages, characters, longest, index, madeTwins, findings, notJudged } = await docs.readability();
  const off = new Set<string>(project.readabilityOff);
  const twins = off.has('twins-missing') || madeTwins ? noWarnings : await findMissingTwins(app, project, docs);
  const counted = [...findings, ...twins.warnings].filter(({ rule }) => !off.has(rule));
  const shown = counted.filter(({ rule }) => only === undefined || rule === only);
  return {
    ref,
    commit,
    pages,
    ...sizeOf(characters),
    longest: longest.map((page) => Object.assign(sizeOf(page.characters), { path: page.path })),
    index,
    rules: readabilityRules.map((rule) => {
      const isOn = !off.has(rule);
      return { rule, isOn, warnings: isOn ? counted.filter((finding) => finding.rule === rule).length : null };
    }),
    warnings: shown
      .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line))
      .slice(0, mostWarnings),
    notJudged: [...notJudged, ...twins.notJudged],
  };
}

/** Returns the length of a text, with the estimated number of a model's tokens. */
export function sizeOf(characters: number): { characters: number; tokens: number } {
  return { characters, tokens: Math.ceil(characters / charactersPerToken) };
}
