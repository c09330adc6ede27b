import { z } from 'zod';
import { mayRun } from '../machine-words.ts';

/** The kinds of code hosts. `git` is a plain git server, whose pull requests are in Copydesk. */
export const codeHosts = ['github', 'gitlab', 'gitea', 'forgejo', 'bitbucket', 'git'] as const;

export const CodeHostName = z.enum(codeHosts).meta({ id: 'CodeHostName' });

export type CodeHostName = z.infer<typeof CodeHostName>;

const line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    // oxlint-disable-next-line no-control-regex -- these would begin another header or line
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'must be one line without control characters');

/** The credential that gives Copydesk access. It is only ever sent to Copydesk, and never returned. */
export const ConnectionCredential = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('token'),
      // It travels in a header, which cannot contain other characters, such as the … of a token that was copied in
      // shortened form.
      token: z
        .string()
        .max(4_000)
        .regex(/^[\u0021-\u007e]+$/, 'must be one word of ASCII characters, as the host shows it'),
    }),
    z.strictObject({
      kind: z.literal('app'),
      appId: line(100).describe('The id of the GitHub App, or its client id'),
      privateKey: z.string().min(1).max(20_000).describe('In PEM'),
      installationId: z.int().positive().optional().describe('Absent: Copydesk finds it by the repository'),
    }),
    z.strictObject({
      kind: z.literal('password'),
      username: z
        .string()
        .max(200)
        .regex(/^[^:\p{Cc}]*$/u, 'must hold no colon and no control characters'),
      password: line(4_000),
    }),
  ])
  .meta({ id: 'ConnectionCredential' });

export type ConnectionCredential = z.infer<typeof ConnectionCredential>;

/** The settings of a connection besides its credential. */
export const ConnectionSettings = z.object({
  mention: z
    .string()
    .regex(
      /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,38}[A-Za-z0-9])?$/,
      'must be a name of letters, digits and -, without the @',
    )
    .optional()
    .describe('The name by which comments address Copydesk, without the @'),
  draft: z.boolean().optional().describe('Whether pull requests are opened as drafts'),
  labels: z
    .array(line(100).refine((label) => !mayRun(label), 'must not contain what a shell or a template may run'))
    .max(20)
    .optional()
    .describe('Labels that pull requests get; replaces the whole list'),
  reviewers: z
    .array(line(100))
    .max(20)
    .optional()
    .describe('Accounts that are asked to review; replaces the whole list'),
});

export type ConnectionSettings = z.infer<typeof ConnectionSettings>;

/**
 * The body that connects a project, or changes its connection. Unlike elsewhere, unknown fields are refused: a client
 * that sends `repository` beside a credential would replace the credential of the old repository, and believe that it
 * has moved.
 */
export const ConnectionRequest = ConnectionSettings.extend({
  credential: ConnectionCredential.optional().describe('Required for the first connection; another one replaces it'),
  host: CodeHostName.optional().describe(
    'Absent: Copydesk finds it by the address of the repository, if that is a well-known host',
  ),
  apiUrl: z
    .string()
    .min(1)
    .max(2_000)
    .optional()
    .describe('The base address of the API: https, and public; absent for the usual one of the host'),
})
  .strict()
  .meta({ id: 'ConnectionRequest' });

export type ConnectionRequest = z.infer<typeof ConnectionRequest>;

const Timestamp = z.iso.datetime({ offset: false }).describe('ISO 8601, UTC');

/** How a project is connected with its code host. It never contains a secret. */
export const Connection = z
  .object({
    host: CodeHostName,
    repository: z.string().describe('Its name at the host, such as `owner/name`'),
    apiUrl: z.string().describe('The base address of the API; empty for `git`'),
    credentialKind: z.enum(['token', 'app', 'password']),
    hint: z.string().describe('Helps to recognise the credential, such as the last four characters of a token'),
    login: z.string().nullable().describe('The account that Copydesk uses; null if unknown'),
    mention: z.string(),
    draft: z.boolean(),
    labels: z.array(z.string()),
    reviewers: z.array(z.string()),
    webhook: z.object({
      url: z.string().describe('Where the code host sends its webhooks'),
      seenAt: Timestamp.nullable().describe('When the last webhook with a valid signature arrived'),
    }),
    updatedAt: Timestamp,
  })
  .meta({ id: 'Connection' });

export type Connection = z.infer<typeof Connection>;

export const SetConnection = Connection.extend({
  webhookSecret: z
    .string()
    .nullable()
    .describe('The secret with which the code host signs its webhooks, if it is new. It is shown only once'),
}).meta({ id: 'SetConnection' });

export type SetConnection = z.infer<typeof SetConnection>;
