import { CopydeskError } from '@copydesk/contract';
import type { AskedQuestions, QuestionsQuery } from '@copydesk/contract';
import type { Answer } from '../../questions/answers.ts';
import { judgeAnswers, readMaterial } from '../../questions/judge/judge-answers.ts';
import type { Material, Verdicts } from '../../questions/judge/judge-answers.ts';
import { askAllQuestions } from '../../questions/questions-check.ts';
import { questionsPath } from '../../questions/tree.ts';
import type { Project } from '../../projects/project.ts';
import { requireLive } from '../../projects/test-mode.ts';
import type { App } from '../app.ts';
import { openHead } from './check-project.ts';
import { openJudge } from './questions-judge.ts';

/** Does the part of the work that reads the repository. */
type Reading = <Result>(read: () => Promise<Result>) => Promise<Result>;

const rightAway: Reading = async (read) => await read();

/**
 * Asks the present docs of a project the questions that they must answer. With `judge`, the project's model is asked as
 * well whether it can answer them from their pages.
 *
 * @param reading runs what reads the repository: a model may take minutes afterwards.
 * @throws CopydeskError `repository_*`, `ref_not_found`, `no_questions`; with `judge` also `model_not_configured`,
 *   `test_mode`.
 */
export async function askProject(
  app: App,
  project: Project,
  { ref = project.ref, judge = false }: QuestionsQuery,
  reading: Reading = rightAway,
): Promise<AskedQuestions> {
  if (judge) requireLive(project, 'a model that judges answers');
  const judging = judge ? await openJudge(app, project) : undefined;
  const { commit, answers, notes, material } = await reading(async () => {
    const head = await openHead(app, project, ref);
    return { commit: head.commit, ...(await readAnswers(app, project, { ref, tree: head.tree, judge })) };
  });
  const judged = judging && (await judgeAnswers(material, { ask: judging.ask, now: () => new Date() }));
  return {
    ref,
    commit,
    answers: answers.map((answer) => presentAnswer(answer, judging?.model, judged)),
    notAsked: [...notes, ...(judged?.notes ?? [])],
    usage: judging?.usage() ?? null,
  };
}

type Tree = Awaited<ReturnType<typeof openHead>>['tree'];

async function readAnswers(
  app: App,
  { docsFolder: folder }: Project,
  { ref, tree, judge }: { ref: string; tree: Tree; judge: boolean },
): Promise<{ answers: Answer[]; notes: string[]; material: Material }> {
  const asked = await askAllQuestions(tree, folder);
  if (asked === undefined)
    throw new CopydeskError('no_questions', `There is no file ${questionsPath} on the branch ${ref}.`);
  const { answers, notes } = asked;
  if (!judge) return { answers, notes, material: { shown: new Map(), notes: [] } };
  const docs = app.docs.of(tree, { folder });
  const questions = answers.map(({ question }) => question);
  const readText = async (path: string) => await docs.agentText(path);
  return { answers, notes, material: await readMaterial(questions, { tree, folder, readText }) };
}

function presentAnswer(
  { question, page, isAnswered, missing }: Answer,
  model: string | undefined,
  judged: Verdicts | undefined,
): AskedQuestions['answers'][number] {
  const verdict = judged?.verdicts.get(question);
  return {
    question: question.text,
    page: page ?? question.page,
    isAnswered,
    missing,
    judged: model === undefined || verdict === undefined ? null : { model, ...verdict },
  };
}
