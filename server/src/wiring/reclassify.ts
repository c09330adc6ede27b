import { openJudge } from '../analytics/classify/judge.ts';
import { releasedRules } from '../analytics/classify/rules/rules.ts';
import { projectsToReclassify, reclassifyProject } from '../analytics/reclassify.ts';
import type { ReclassifiedProject } from '../operator/operator.ts';
import type { Project } from '../projects/project.ts';
import type { House } from './house.ts';

/** Judges the readers of the projects by the newest rules, one project after another. */
export async function reclassifyViews(
  { db }: Pick<House, 'db'>,
  projects: readonly Project[],
  onProject: (project: ReclassifiedProject) => void,
): Promise<{ rules: string; projects: ReclassifiedProject[] }> {
  const judge = openJudge(releasedRules());
  const outdated = new Set(await projectsToReclassify(db, judge.rules));
  const done: ReclassifiedProject[] = [];
  for (const { id, name, number } of projects) {
    if (!outdated.has(number)) continue;
    const { readers, changed, views } = await reclassifyProject(db, number, judge);
    const project = { id, name, readers, changed, views };
    done.push(project);
    onProject(project);
  }
  return { rules: judge.rules, projects: done };
}
