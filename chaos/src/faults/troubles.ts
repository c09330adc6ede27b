import type { History } from '../history.ts';
import type { Chance } from '../random.ts';
import type { HostName, Trouble } from './schedule.ts';

/** What goes wrong next with the responses of the hosts. */
export interface Troubles {
  /** Arms a trouble: the next request of the host that it can happen to has it. */
  arm: (host: HostName, trouble: Trouble) => void;
  /** Returns what happens to this request; `write` when it changes something at the host. */
  take: (host: HostName, request: { write: boolean }) => Trouble | undefined;
  /** Ends all troubles, including armed ones. */
  end: () => void;
  /** How often each has happened, by `host: trouble`. */
  counts: Map<string, number>;
}

export function openTroubles(options: { chance: Chance; history: History; now: () => number }): Troubles {
  const { chance, history, now } = options;
  const counts = new Map<string, number>();
  let armed: { host: HostName; trouble: Trouble }[] = [];
  const errorsUntil = new Map<HostName, number>();

  return {
    counts,
    arm(host, trouble) {
      armed.push({ host, trouble });
    },
    take(host, { write }) {
      if (now() < (errorsUntil.get(host) ?? 0)) return 'errors';
      const next = armed.find((entry) => entry.host === host && (write || !needsWrite.has(entry.trouble)));
      if (next === undefined) return undefined;
      armed = armed.filter((entry) => entry !== next);
      const { trouble } = next;
      counts.set(`${host}: ${trouble}`, (counts.get(`${host}: ${trouble}`) ?? 0) + 1);
      history.note(undefined, `trouble of the ${host}: ${trouble}`);
      if (trouble === 'errors') errorsUntil.set(host, now() + chance.integer(300, 1_200));
      return trouble;
    },
    end() {
      armed = [];
      errorsUntil.clear();
    },
  };
}

/** Repeating a request without an effect proves nothing. */
const needsWrite: ReadonlySet<Trouble> = new Set<Trouble>(['lost-answer', 'twice']);
