import { openJudge } from '../../analytics/classify/judge.ts';
import { openOwnRules, withOwnRules } from '../../analytics/classify/own-rules.ts';
import { hasOutdatedReaders, reclassifyProject } from '../../analytics/reclassify.ts';
import type { ReclassifiedProject } from '../../operator/operator.ts';
import type { Project } from '../../projects/project.ts';
import type { App } from '../app.ts';
import { rulesInForce } from './reader-rules.ts';

/** Classifies the readers of the projects by the newest rules and the projects' own, one project after another. */
export async function reclassifyViews(
  { db, settings }: Pick<App, 'db' | 'settings'>,
  projects: readonly Project[],
  onProject: (project: ReclassifiedProject) => void,
): Promise<{ rules: string; projects: ReclassifiedProject[] }> {
  const judge = openJudge(rulesInForce(settings));
  const done: ReclassifiedProject[] = [];
  for (const { id, name, number, readerRules } of projects) {
    const own = withOwnRules(judge, openOwnRules(readerRules));
    if (!(await hasOutdatedReaders(db, number, own.rules))) continue;
    const { readers, changed, views } = await reclassifyProject(db, number, own);
    const project = { id, name, readers, changed, views };
    done.push(project);
    onProject(project);
  }
  return { rules: judge.rules, projects: done };
}
