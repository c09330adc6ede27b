import { z } from 'zod';
import { projectPlace } from './project/project-settings.ts';

/** The longest prompt, in Unicode code points. */
export const maximumPromptCodePoints = 32_000;

/**
 * A prompt: 1 to 32,000 code points, not blank, no NUL (PostgreSQL's text cannot store one) and no lone surrogate (it
 * has no UTF-8 form). It is stored and returned unchanged.
 */
export const Prompt = z
  .string()
  .superRefine((prompt, context) => {
    const complain = (message: string) => context.addIssue({ code: 'custom', message });
    if (!visible.test(prompt)) return complain('must not be blank; give the instruction to carry out');
    if (prompt.includes('\0')) return complain('must not contain a NUL character');
    if (!prompt.isWellFormed()) return complain('must not contain a lone surrogate');
    if (exceedsCodePoints(prompt, maximumPromptCodePoints)) {
      complain(`must have at most ${maximumPromptCodePoints.toLocaleString('en')} characters (code points)`);
    }
  })
  .meta({
    description: 'The instruction that the agent must carry out',
    minLength: 1,
    maxLength: maximumPromptCodePoints,
  });

/** The text after this line in a prompt says how to work on the job, and is not part of the task. */
export const instructionsMark = 'Instructions of this job:';

/** The text in a prompt that ends an automation's instruction, and after which follows what the automation found. */
export const automationMark = 'An automation asks for this:';

/** One visible character. `trim` alone lets next-line characters, zero-width spaces and control characters pass. */
const visible = /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

function exceedsCodePoints(text: string, maximum: number): boolean {
  if (text.length <= maximum) return false;
  if (text.length > maximum * 2) return true;
  let count = 0;
  for (const _ of text) count += 1;
  return count > maximum;
}

/** The body of both POSTs of the agent endpoints. Unknown fields are ignored. */
export const PromptRequest = z.object({ prompt: Prompt }).meta({ id: 'PromptRequest' });

export type PromptRequest = z.infer<typeof PromptRequest>;

/** The body that starts a job. */
export const JobRequest = PromptRequest.extend({
  ref: projectPlace.ref
    .optional()
    .describe(
      'The branch that the job starts from and that its pull request goes into; absent for that of the project',
    ),
}).meta({ id: 'JobRequest' });

export type JobRequest = z.infer<typeof JobRequest>;
