import { CopydeskError } from '@copydesk/contract';
import type { z } from 'zod';
import type { Asked } from './message.ts';
import type { Answer } from './transport.ts';

/** Parses a success by its schema. @throws CopydeskError `code_host_unreachable` when it does not come from GitHub. */
export function parseReply<T>(schema: z.ZodType<T>, { data }: Answer, { access, route }: Asked): T {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const place = result.error.issues[0]?.path.join('.') ?? '';
  const detail = `${access.apiUrl} answers ${route} with something that GitHub does not send${place === '' ? '' : ` (at ${place})`}: perhaps there is a proxy in between, or the base address of the API is wrong.`;
  throw new CopydeskError('code_host_unreachable', detail);
}
