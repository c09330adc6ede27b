import type { Command } from 'commander';
import type { Context } from './context.ts';
import { buildCompletion } from './commands/completion.ts';
import { buildDemo } from './commands/demo.ts';
import { buildDoctor } from './commands/doctor.ts';
import { buildLogin, buildLogout } from './commands/login.ts';
import { buildMcp } from './commands/mcp.ts';
import { buildOpenApi } from './commands/openapi.ts';
import { buildServe } from './commands/serve.ts';
import { buildSignIn } from './commands/sign-in.ts';
import { buildStatus } from './commands/status.ts';
import { buildWork } from './commands/work.ts';
import { buildProjectGroup } from './groups/project.ts';
import { buildQuestionsGroup } from './groups/questions.ts';
import { buildModelGroup } from './groups/model.ts';
import { buildKeyGroup } from './groups/key.ts';
import { buildJobGroup } from './groups/job.ts';
import { buildViewsGroup } from './groups/views.ts';
import { buildFeedbackGroup } from './groups/feedback.ts';
import { buildWebhookGroup } from './groups/webhook.ts';
import { buildAutomationGroup } from './groups/automation.ts';
import { buildTriggerGroup } from './groups/trigger.ts';
import { buildDatabaseGroup } from './groups/database.ts';

/** All of them, in the order of the help. */
export function buildEveryCommand(program: Command, context: Context): void {
  buildServe(program, context);
  buildWork(program, context);
  buildProjectGroup(program, context);
  buildQuestionsGroup(program, context);
  buildModelGroup(program, context);
  buildKeyGroup(program, context);
  buildJobGroup(program, context);
  buildViewsGroup(program, context);
  buildFeedbackGroup(program, context);
  buildWebhookGroup(program, context);
  buildTriggerGroup(program, context);
  buildAutomationGroup(program, context);
  buildDatabaseGroup(program, context);
  buildStatus(program, context);
  buildDoctor(program, context);
  buildSignIn(program, context);
  buildLogin(program, context);
  buildLogout(program, context);
  buildOpenApi(program, context);
  buildMcp(program, context);
  buildCompletion(program, context);
  buildDemo(program, context);
}
