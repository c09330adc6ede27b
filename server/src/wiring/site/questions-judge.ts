import { CopydeskError } from '@copydesk/contract';
import type { AskedQuestions } from '@copydesk/contract';
import { costOf, spentBy, sumOf } from '../../jobs/usage/usage.ts';
import type { DaySpent } from '../../jobs/usage/usage.ts';
import { maskingOf } from '../../leaks/masking.ts';
import type { AskJudge } from '../../questions/judge/judge.ts';
import { asItComes } from '../../projects/as-it-comes.ts';
import type { Project } from '../../projects/project.ts';
import type { App } from '../app.ts';
import { jobLimitsOf } from '../job/job-limits.ts';
import { ownSecretsOf } from '../job/own-secrets.ts';

/** The model that judges the answers of a project's docs. */
interface Judge {
  /** `provider/model`. */
  model: string;
  ask: AskJudge;
  /** What its calls have used so far; null before the first. */
  usage(): AskedQuestions['usage'];
}

/** Answers are short: a model that takes longer is not going to answer. */
const timeoutMilliseconds = 60_000;

const clock = (): Date => new Date();

/**
 * Opens the model that a project has for its questions, called with its provider's defaults, like a helper model. It is
 * shown no secrets.
 *
 * @throws CopydeskError `model_not_configured`, `secret_unreadable`.
 */
export async function openJudge(app: App, project: Project): Promise<Judge> {
  const { questionsModel: name } = project;
  if (name === null) throw noModel();
  const { modelOf } = await import('../job/models.ts');
  const { askModel } = await import('../../agent/call/model-call.ts');
  const calls = { ...project, ...asItComes };
  const model = await modelOf(app, { name, project: calls, docs: undefined });
  let own: ReturnType<typeof ownSecretsOf> | undefined;
  const mask = maskingOf(async () => await (own ??= ownSecretsOf(app, project)));
  const { prices } = jobLimitsOf(app.settings);
  const spent: DaySpent[] = [];
  return {
    model: name,
    async ask(asked) {
      const [system = '', content = ''] = await mask([asked.system, asked.prompt]);
      const { signal } = new AbortController();
      const messages = [{ role: 'user' as const, content }];
      const answer = await askModel({ model, system, tools: {}, messages, timeoutMilliseconds, signal, now: clock });
      spent.push(spentBy({ model: name, usage: answer.usage }, clock(), prices));
      if (answer.text.trim() !== '') return answer.text;
      throw new CopydeskError('model_failed', `The model ${name} answered without a word.`);
    },
    usage() {
      if (spent.length === 0) return null;
      const { inputTokens, outputTokens } = sumOf(spent);
      return { inputTokens, outputTokens, costUsd: costOf(spent, prices) };
    },
  };
}

function noModel(): CopydeskError {
  return new CopydeskError(
    'model_not_configured',
    'The project has no model that judges answers. Set one, such as "copydesk project set … --questions-model anthropic/claude-haiku-4-5", or ask without "judge".',
  );
}
