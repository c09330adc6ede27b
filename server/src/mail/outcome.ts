/** What became of a mail. The reason is for people, and has no credential in it. */
export type MailOutcome =
  | { kind: 'sent' }
  /** The server will never take this mail for this recipient. */
  | { kind: 'refused'; reason: string }
  /** The server does not take it now, and others for other recipients may pass. */
  | { kind: 'deferred'; reason: string }
  /** No mail can be sent now: the server is away, or does not accept the login, the sender or the connection. */
  | { kind: 'unavailable'; reason: string };

/**
 * Returns what an error of nodemailer means. Its codes are documented in https://nodemailer.com/errors; what a server
 * answers to a command counts only for the command that it is about.
 *
 * @param password what must not be in a reason, whatever the server repeats.
 */
export function outcomeOfError(error: unknown, password: string | undefined): Exclude<MailOutcome, { kind: 'sent' }> {
  const parts = partsOf(error);
  const { code, originalCode } = parts;
  if (code === 'EAUTH' || code === 'ENOAUTH') return unavailable(loginRefused);
  const answered = outcomeOfAnswer(parts, password);
  if (answered !== undefined) return answered;
  return unavailable(reasons[originalCode ?? ''] ?? tlsFault(originalCode) ?? reasons[code ?? ''] ?? unknown);
}

/** Returns what an answer to a command means; undefined when there was none, or none that is about the mail. */
function outcomeOfAnswer(
  { command = '', responseCode, response = '' }: ErrorParts,
  password: string | undefined,
): Exclude<MailOutcome, { kind: 'sent' }> | undefined {
  if (responseCode === undefined) return undefined;
  const said = saidBy(response, password);
  if (command === 'MAIL FROM') return unavailable(`The mail server refuses the sender COPYDESK_SMTP_FROM${said}.`);
  if (!/^(?:RCPT TO|DATA)/.test(command)) return undefined;
  const what = command === 'RCPT TO' ? 'the recipient' : 'the mail';
  if (isPermanent(responseCode)) return { kind: 'refused', reason: `The mail server refuses ${what}${said}.` };
  return { kind: 'deferred', reason: `The mail server does not take ${what} now${said}.` };
}

const loginRefused = 'The mail server refuses the user and the password of COPYDESK_SMTP_URL.';
const unknown = 'The mail server broke the conversation off.';

const unavailable = (reason: string) => ({ kind: 'unavailable', reason }) as const;

/** 503 says that commands came in the wrong order, and nothing about the mail (RFC 5321, 4.2.3). */
function isPermanent(responseCode: number): boolean {
  return responseCode >= 500 && responseCode !== 503;
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'The connection to the mail server was refused: nothing listens there.',
  ECONNRESET: 'The mail server broke the connection off.',
  EHOSTUNREACH: 'The mail server cannot be reached.',
  ENETUNREACH: 'The network of the mail server cannot be reached.',
  ENOTFOUND: 'The name of the mail server is not known.',
  EDNS: 'The name of the mail server could not be looked up.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  EABORT: 'The mail server did not take the mail in time.',
  ETLS: 'No encrypted connection to the mail server came about: it has no STARTTLS, or its certificate is not trusted.',
  ECONNECTION: 'The mail server broke the connection off.',
  EPROTOCOL: 'What answers at the address of the mail server does not speak SMTP.',
};

/** OpenSSL's names for what is wrong with a certificate (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
function tlsFault(originalCode: string | undefined): string | undefined {
  if (originalCode === undefined) return undefined;
  if (/CERT|SIGNATURE|ISSUER|CRL|HOSTNAME_MISMATCH|CHAIN/.test(originalCode))
    return `The certificate of the mail server is not trusted (${originalCode}).`;
  if (/SSL|TLS|EPROTO/.test(originalCode))
    return `The encrypted connection to the mail server failed (${originalCode}): smtps:// is for servers that begin with TLS.`;
  return undefined;
}

interface ErrorParts {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  originalCode?: string;
}

function partsOf(error: unknown): ErrorParts {
  if (!(error instanceof Error)) return {};
  const text = (name: string): string | undefined => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' ? value : undefined;
  };
  const status: unknown = Reflect.get(error, 'responseCode');
  return {
    code: text('code'),
    command: text('command'),
    response: text('response'),
    originalCode: text('originalCode') ?? codeOfCause(error),
    responseCode: typeof status === 'number' ? status : undefined,
  };
}

function codeOfCause({ cause }: Error): string | undefined {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
}

/** The longest answer that is repeated, in UTF-16 units. */
const mostCharacters = 200;

/** Returns `: 550 No such user` as one line of plain text. */
function saidBy(response: string, password: string | undefined): string {
  const line = response.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const masked = password === undefined || password === '' ? line : line.replaceAll(password, '…');
  return masked === '' ? '' : `: ${masked.slice(0, mostCharacters).toWellFormed()}`;
}
