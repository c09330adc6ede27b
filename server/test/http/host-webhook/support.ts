import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { HttpServices } from '../../../src/http/services.ts';
import { invalidSignature } from '../../../src/http/routes/connection/host-webhook.ts';
import { parseJson } from '../../../src/http/checks/json.ts';

const secret = 'a secret of a webhook';

const Told = z.array(z.object({ key: z.string(), event: z.record(z.string(), z.unknown()) }));

/** Webhooks of a host whose body is the events to store, and which signs it. */
export const testWebhooks: HttpServices['hostWebhooks'] = {
  read: async (_projectId, { headers, body }) => {
    if (headers['x-signature'] !== signatureOf(body)) throw invalidSignature();
    return Told.parse(parseJson(body));
  },
};

/** Returns a webhook that is signed as the host signs. */
export function signed(reported: object | string): { body: string; headers: Record<string, string> } {
  const body = typeof reported === 'string' ? reported : JSON.stringify(reported);
  return { body, headers: { 'x-signature': signatureOf(Buffer.from(body)), 'content-type': 'application/json' } };
}

function signatureOf(body: Buffer): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}
