import type { WebhookDelivery } from '@copydesk/contract';
import { type Context, printJson } from '../context.ts';
import type { OperatorServices } from '../operator.ts';

/** Prints that a delivery will be sent, and by whom: a command only stores what a worker sends. */
export async function printSending(
  { terminal }: Context,
  services: OperatorServices,
  { delivery, next }: { delivery: WebhookDelivery; next: string },
  options: { json?: true },
): Promise<void> {
  if (options.json) return printJson(terminal, delivery);
  terminal.tell(
    (await services.workersAlive())
      ? `The delivery ${delivery.id} is on its way.\n${next}`
      : `The delivery ${delivery.id} waits: no worker is running. Start one with "copydesk serve" or ` +
          '"copydesk work" to send it.\n',
  );
}
