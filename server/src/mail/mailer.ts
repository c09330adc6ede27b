import type { Transporter } from 'nodemailer';
import { isLoopback } from '../network/this-machine.ts';
import { outcomeOfError } from './outcome.ts';
import type { MailOutcome } from './outcome.ts';
import type { MailSettings } from './settings.ts';

/** A mail to one recipient. */
export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The same as HTML. */
  html: string;
  /** What is the same for the same mail, so that one that is sent again is shown once (RFC 5322, 3.6.4); letters and digits. */
  id: string;
  /** The page where recipients are taken away (RFC 2369, 3.2). */
  unsubscribe: string;
}

/** Sends mails through the operator's mail server. */
export interface Mailer {
  /**
   * Sends a mail. Every failure is an outcome.
   * @param stopping when it aborts, the mail may take a few seconds more, and then its outcome is `unavailable`.
   */
  send: (mail: Mail, stopping: AbortSignal) => Promise<MailOutcome>;
  /** Connects and signs in, and sends nothing. @returns why that fails; undefined when it does not. */
  check: () => Promise<string | undefined>;
}

interface MailerOptions {
  /** A certificate authority to trust instead of those that Node trusts. */
  ca?: string;
  /** How long the server may be silent, and how long one mail may take in all. */
  silenceMilliseconds?: number;
  mostMilliseconds?: number;
  /** How long a mail in progress may continue when it is to be given up. */
  patienceMilliseconds?: number;
}

/** Returns what sends mails. Nothing is loaded or connected before the first one. */
export function openMailer(settings: MailSettings, options: MailerOptions = {}): Mailer {
  const { mostMilliseconds = 60_000, patienceMilliseconds = 3_000 } = options;
  const { from, login } = settings;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    async send({ to, subject, text, html, id, unsubscribe }, stopping) {
      const mail = {
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'Auto-Submitted': 'auto-generated' },
      };
      const late = AbortSignal.timeout(mostMilliseconds);
      using stopped = laterThan(stopping, patienceMilliseconds);
      try {
        const transport = await openTransport(settings, options);
        await transport.sendMail({ ...mail, signal: AbortSignal.any([late, stopped.signal]) });
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOfError(error, login?.password);
      }
    },
    async check() {
      try {
        const transport = await openTransport(settings, options);
        await transport.verify();
        return undefined;
      } catch (error) {
        return outcomeOfError(error, login?.password).reason;
      }
    },
  };
}

/** Returns a signal that aborts so long after another. */
function laterThan(signal: AbortSignal, milliseconds: number): Disposable & { signal: AbortSignal } {
  const later = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => void (timer = setTimeout(() => later.abort(), milliseconds));
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  return {
    signal: later.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal.removeEventListener('abort', start);
    },
  };
}

const connectMilliseconds = 10_000;

/** The certificate is always verified. A password goes only over an encrypted connection, except on this machine. */
async function openTransport(settings: MailSettings, options: MailerOptions): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const { host, port, secure, login } = settings;
  const silence = options.silenceMilliseconds ?? 20_000;
  const connect = Math.min(silence, connectMilliseconds);
  return createTransport({
    host,
    port,
    secure,
    requireTLS: !secure && login !== undefined && !isHere(host),
    ...(login && { auth: { user: login.user, pass: login.password } }),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ca: options.ca },
    connectionTimeout: connect,
    greetingTimeout: connect,
    dnsTimeout: connect,
    socketTimeout: silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Not other names below `localhost`: a resolver may ask the network for those. */
function isHere(host: string): boolean {
  return host.toLowerCase() === 'localhost' || isLoopback(host);
}
