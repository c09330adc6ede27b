import { posix } from 'node:path';
import { z } from 'zod';
import { oneLine } from './one-line.ts';
import { NotChecked } from './tree.ts';
import type { StyleFinding } from './tree.ts';

/** The output of `vale --output=JSON`: alerts by the paths that it was given. */
const Alerts = z.record(
  z.string(),
  z.array(
    z.object({
      Check: z.string(),
      Severity: z.enum(['error', 'warning', 'suggestion']),
      Line: z.int(),
      Message: z.string(),
      Match: z.string().default(''),
      Action: z.object({ Name: z.string().nullish(), Params: z.array(z.string()).nullish() }).nullish(),
    }),
  ),
);

type Alert = z.infer<typeof Alerts>[string][number];

const longestMessage = 500;
const longestSubject = 200;

/**
 * Returns the findings in the output of Vale, by path. An error is an error of the docs; warnings and suggestions are
 * warnings.
 *
 * @throws NotChecked if the output has another form.
 */
export function readAlerts(out: string): Map<string, StyleFinding[]> {
  const parsed = Alerts.safeParse(parseJson(out));
  if (!parsed.success) throw new NotChecked('its answer is not what Vale answers');
  return new Map(
    Object.entries(parsed.data).map(([file, alerts]) => {
      const path = posix.normalize(file);
      return [path, alerts.map((alert) => findingOf(path, alert))];
    }),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function findingOf(path: string, { Check, Severity, Line, Message, Match, Action }: Alert): StyleFinding {
  const subject = oneLine(Match, longestSubject);
  const [only, ...others] = Action?.Name === 'replace' ? (Action.Params ?? []) : [];
  return {
    rule: `vale/${oneLine(Check, 100)}`,
    severity: Severity === 'error' ? 'error' : 'warning',
    path,
    line: Math.max(1, Line),
    message: oneLine(Message, longestMessage),
    ...(subject !== '' && { subject }),
    ...(only !== undefined && others.length === 0 && only !== '' && { suggestion: oneLine(only, longestSubject) }),
  };
}

/** Returns Vale's message about its own failure, without the folder in which it ran. */
export function reasonOf(words: string, folder: string): string {
  const parsed = z.object({ Text: z.string() }).safeParse(parseJson(words));
  const text = parsed.success ? parsed.data.Text : words;
  return oneLine(text.replaceAll(`${folder}/`, ''), 300);
}
