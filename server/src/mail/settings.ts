import { z } from 'zod';

/** The mail server that mails are sent through, and their sender. */
export interface MailSettings {
  host: string;
  port: number;
  /** Whether the connection begins with TLS (`smtps:`); otherwise STARTTLS is used where the server has it. */
  secure: boolean;
  /** As whom to sign in; undefined for a server that asks for nothing. */
  login: { user: string; password: string } | undefined;
  from: MailSender;
}

interface MailSender {
  /** `''` for none. */
  name: string;
  address: string;
}

type MailServer = Omit<MailSettings, 'from'>;

const urlForm =
  'must be such as smtps://user:password@mail.example.com or smtp://mail.example.com:587, without path, query and fragment';

const senderForm = 'must be an e-mail address such as docs@example.com, or Docs <docs@example.com>';

/** The forms of the settings, each with the message for a value that does not match. */
export const mailForms = {
  url: z.string().transform((text, context): MailServer => {
    const server = parseServer(text);
    if (server !== undefined) return server;
    context.addIssue({ code: 'custom', message: urlForm });
    return z.NEVER;
  }),
  from: z
    .string()
    .max(320, { message: senderForm, abort: true })
    .transform((text, context): MailSender => {
      const sender = parseSender(text);
      if (sender !== undefined) return sender;
      context.addIssue({ code: 'custom', message: senderForm });
      return z.NEVER;
    }),
};

/** The ports of mail submission (RFC 8314, 7.3; RFC 6409, 3.1). */
const [submissionsPort, submissionPort] = [465, 587];

function parseServer(text: string): MailServer | undefined {
  const url = URL.parse(text.trim());
  if (url === null || !isPlaceAlone(url)) return undefined;
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === undefined || password === undefined || (user === '') !== (password === '')) return undefined;
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? submissionsPort : submissionPort) : Number(url.port),
    secure,
    login: user === '' ? undefined : { user, password },
  };
}

/** Nothing besides the place and the login is taken from the address: a query could switch the checks of TLS off. */
function isPlaceAlone({ protocol, hostname, pathname, search, hash }: URL): boolean {
  return /^smtps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && search === '' && hash === '';
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const address = String.raw`[^\s<>@,;:"\\()\[\]\p{C}]{1,64}@[^\s<>@,;:"\\()\[\]\p{C}]{1,255}`;
const bareAddress = new RegExp(`^${address}$`, 'u');
const namedAddress = new RegExp(String.raw`^(?<name>[^<>"\p{Cc}\p{Cs}]*?) ?<(?<address>${address})>$`, 'u');

function parseSender(text: string): MailSender | undefined {
  const trimmed = text.trim();
  if (bareAddress.test(trimmed)) return { name: '', address: trimmed };
  const found = namedAddress.exec(trimmed)?.groups;
  return found?.address === undefined ? undefined : { name: (found.name ?? '').trim(), address: found.address };
}

/** Returns the names of settings without which the other says nothing. */
export function missingMail({
  COPYDESK_SMTP_URL: url,
  COPYDESK_SMTP_FROM: from,
}: {
  COPYDESK_SMTP_URL?: MailServer | undefined;
  COPYDESK_SMTP_FROM?: MailSender | undefined;
}): string[] {
  if (url !== undefined && from === undefined) return ['COPYDESK_SMTP_FROM'];
  return url === undefined && from !== undefined ? ['COPYDESK_SMTP_URL'] : [];
}

/** Undefined when the operator has named no mail server. */
export function readMail({
  COPYDESK_SMTP_URL: server,
  COPYDESK_SMTP_FROM: from,
}: {
  COPYDESK_SMTP_URL?: MailServer | undefined;
  COPYDESK_SMTP_FROM?: MailSender | undefined;
}): MailSettings | undefined {
  return server === undefined || from === undefined ? undefined : { ...server, from };
}
