import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { loopbackCertificate, loopbackKey } from '../support/tls-git-host.ts';

/** A mail as the server got it. */
export interface TakenMail {
  from: string;
  to: string[];
  /** Headers and body. */
  text: string;
  /** Whether it came over TLS, and as whom. */
  secure: boolean;
  user: string | undefined;
}

export interface TestSmtp extends AsyncDisposable {
  port: number;
  mails: TakenMail[];
  /** Recipients that are refused, with the status: 550 for good, 450 for now. */
  refused: Map<string, number>;
  /** The status by which every sender, or every mail, is refused. */
  senderStatus: number | undefined;
  mailStatus: number | undefined;
}

/** The only login that the server takes. */
export const login = { user: 'desk', password: 'p@ss word' };

/**
 * A real SMTP server on a loopback port, with a certificate for 127.0.0.1.
 * @param options `tls`: from the beginning, by STARTTLS, or not at all; `auth`: whether it asks for the login.
 */
export async function startSmtp({
  tls = 'none',
  auth = false,
}: { tls?: 'smtps' | 'starttls' | 'none'; auth?: boolean } = {}): Promise<TestSmtp> {
  const taken: Omit<TestSmtp, 'port' | typeof Symbol.asyncDispose> = {
    mails: [],
    refused: new Map(),
    senderStatus: undefined,
    mailStatus: undefined,
  };
  const server = new SMTPServer({
    secure: tls === 'smtps',
    key: loopbackKey,
    cert: loopbackCertificate,
    logger: false,
    closeTimeout: 100,
    disabledCommands: [...(tls === 'starttls' ? [] : ['STARTTLS']), ...(auth ? [] : ['AUTH'])],
    allowInsecureAuth: tls === 'none',
    authOptional: !auth,
    onAuth({ username, password }, _session, callback) {
      const isRight = username === login.user && password === login.password;
      callback(isRight ? null : new Error(`No such login: ${password}`), isRight ? { user: username } : undefined);
    },
    onMailFrom(_address, _session, callback) {
      callback(refusal(taken.senderStatus, 'Sender not allowed'));
    },
    onRcptTo({ address }, _session, callback) {
      callback(refusal(taken.refused.get(address), 'No such user here'));
    },
    onData(stream, session, callback) {
      const { mailFrom, rcptTo } = session.envelope;
      let content = '';
      stream.setEncoding('utf8').on('data', (piece: string) => (content += piece));
      stream.on('end', () => {
        const fault = refusal(taken.mailStatus, 'Not wanted');
        const from = mailFrom === false ? '' : mailFrom.address;
        const user = typeof session.user === 'string' ? session.user : undefined;
        const to = rcptTo.map(({ address }) => address);
        if (fault === null) taken.mails.push({ from, to, text: content, secure: session.secure, user });
        callback(fault);
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(taken, {
    port,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => {
        server.close(resolve);
      });
    },
  });
}

function refusal(responseCode: number | undefined, message: string): Error | null {
  return responseCode === undefined ? null : Object.assign(new Error(message), { responseCode });
}

/** A server that takes connections, and says what it is given, or nothing at all. */
export async function startMute(greeting = ''): Promise<AsyncDisposable & { port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (greeting !== '') socket.write(greeting);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
