import { z } from 'zod';
import type { HostAccess } from '../../access.ts';
import { withoutSecrets } from '../../text/without-secrets.ts';
import type { Answer } from './transport.ts';

/** What was requested, as messages name it. */
export interface Asked {
  access: HostAccess;
  /** For example `POST /repos/{owner}/{repo}/pulls`. */
  route: string;
}

/** https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api#validation-failed */
const Problem = z.object({
  message: z.string().catch(''),
  errors: z
    .array(
      z.union([
        z.string(),
        z.object({
          message: z.string().optional(),
          field: z.string().optional(),
          code: z.string().optional(),
        }),
      ]),
    )
    .catch([]),
});

/** One error that GitHub reports about a request. */
export interface Fault {
  message: string;
  field: string | undefined;
  code: string | undefined;
}

/** Returns the errors of a refusal, its general message first. */
export function faultsOf({ data }: Answer): Fault[] {
  const problem = Problem.safeParse(data).data ?? { message: '', errors: [] };
  const listed = problem.errors.map((error) =>
    typeof error === 'string'
      ? { message: error, field: undefined, code: undefined }
      : { message: error.message ?? '', field: error.field, code: error.code },
  );
  return [{ message: problem.message, field: undefined, code: undefined }, ...listed];
}

/** Returns GitHub's own message, on one line, without any secret that it may quote. */
export function messageOf(answer: Answer, access: HostAccess): string {
  const parts = faultsOf(answer).map(({ message, field, code }) => {
    if (message !== '') return message;
    return field === undefined ? '' : `${field} is ${code ?? 'wrong'}`;
  });
  const messages = parts.filter((part) => part !== '').join('; ');
  const line = hideCredentials(messages, access).replaceAll(/\s+/gu, ' ').trim().replace(/\.$/u, '');
  if (line === '') return `no message, status ${answer.status}`;
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

function hideCredentials(text: string, { credential }: HostAccess): string {
  const own = credential.kind === 'token' ? withoutSecrets(text, [credential.token]) : text;
  return own.replaceAll(/gh[a-z]_\w+|github_pat_\w+|eyJ[\w-]+\.[\w-]+\.[\w-]+|-----BEGIN[^-]*-----/gu, '…');
}
