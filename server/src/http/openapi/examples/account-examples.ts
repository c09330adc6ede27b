import type { MeChange, PasswordRequest, SessionList } from '@copydesk/contract';

const session = {
  id: '9f86d081884c7d659a2feaa0c55ad015',
  method: 'password' as const,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0',
  createdAt: '2026-01-05T09:12:30.000Z',
  expiresAt: '2026-01-19T09:12:30.000Z',
  isCurrent: true,
};

const sessions: SessionList = { sessions: [session] };

/** An example of each shape that the endpoints of one's own account answer, by its name. */
export const accountExamples = { Session: session, SessionList: sessions };

const change: MeChange = { name: 'Ada Lovelace' };
const password: PasswordRequest = { password: 'a new one of a few words', current: 'the one so far' };

/** An example of each body that they take. */
export const accountBodies = { MeChange: change, PasswordRequest: password };
