import { claimDue, claimLonger } from '../automations/claim.ts';
import type { Claimed } from '../automations/claim.ts';
import { checkAutomation } from '../automations/check-automation.ts';
import { coalesce } from './coalesce.ts';
import type { WorkerServices } from './services.ts';

/** Longer than a renewal takes. What a dying worker leaves unfinished is taken up by the worker that takes over. */
const leaseSeconds = 60;

/** How many automations run at once. Some call a code host or a model. */
const atOnce = 4;

/** The interval between two checks when no notification comes: one query for all projects. */
export const automationsEveryMilliseconds = 60_000;

/** Runs the automations of one worker. */
export interface AutomationRunner {
  /** Takes what is due, and checks again when the next one is due. */
  runDue: () => Promise<void>;
  /** Takes nothing more, and waits for those in progress. */
  stop: () => Promise<void>;
}

/** Runs automations whenever one is due, until the signal aborts. */
export function startAutomations(services: WorkerServices, signal: AbortSignal): AutomationRunner {
  const busy = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  const again = (): void => {
    runDue().catch((error: unknown) =>
      services.log.warn({ err: error }, 'automations could not be read; trying again'),
    );
  };

  const begin = (claimed: Claimed): void => {
    const one = whileRenewed(services, claimed)
      .catch((error: unknown) =>
        services.log.warn(
          { automation: claimed.automation.id, err: error },
          'an automation is held until its lease expires',
        ),
      )
      .finally(() => {
        busy.delete(one);
        // Others may have waited for the free place.
        if (!signal.aborted) again();
      });
    busy.add(one);
  };

  const runDue = coalesce(async () => {
    if (services.automations === undefined || signal.aborted || busy.size >= atOnce) return;
    const { claimed, nextSeconds } = await claimDue(services.db, { most: atOnce - busy.size, leaseSeconds });
    for (const one of claimed) begin(one);
    clearTimeout(timer);
    const milliseconds = nextSeconds === null ? Infinity : nextSeconds * 1_000 + 50;
    // The check of every minute finds later ones.
    if (milliseconds < automationsEveryMilliseconds && !signal.aborted) timer = setTimeout(again, milliseconds);
  });

  return {
    runDue,
    async stop() {
      clearTimeout(timer);
      while (busy.size > 0) await Promise.all(busy);
    },
  };
}

/** Longer than anything takes that is not stuck. */
const mostRenewals = 60;

async function whileRenewed(services: WorkerServices, claimed: Claimed): Promise<void> {
  const { automations } = services;
  if (automations === undefined) return;
  let renewals = 0;
  const renewing = setInterval(
    () => {
      renewals += 1;
      if (renewals > mostRenewals) return;
      claimLonger(services.db, claimed, leaseSeconds).catch(() => undefined);
    },
    (leaseSeconds * 1000) / 3,
  );
  try {
    await checkAutomation(automations, claimed);
  } finally {
    clearInterval(renewing);
  }
}
