import { CopydeskError } from '@copydesk/contract/errors';
import type { z } from 'zod';

/** Parses a server's answer by a schema that this command knows. @throws CopydeskError `answer_unknown` */
export function readAs<T>(schema: z.ZodType<T>, answer: unknown): T {
  const { success, data, error } = schema.safeParse(answer);
  if (success) return data;
  const [issue] = error.issues;
  throw new CopydeskError(
    'answer_unknown',
    `The server answers in a form that this command does not know (${issue?.path.join('.')}: ${issue?.message}). It may be newer.`,
  );
}
