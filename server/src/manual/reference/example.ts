import { quoteForShell } from '../../pages/keys/curl.ts';
import type { Operation } from './document.ts';

/** The parameters in the path of an endpoint, as shell variables. */
const pathVariables: Record<string, string> = {
  projectId: 'COPYDESK_PROJECT',
  id: 'JOB',
  webhookId: 'WEBHOOK',
  deliveryId: 'DELIVERY',
  triggerId: 'TRIGGER',
  automationId: 'AUTOMATION',
  feedbackId: 'FEEDBACK',
  keyId: 'KEY_ID',
  personId: 'PERSON',
  sessionId: 'SESSION',
  shareId: 'SHARE',
  name: 'CONTEXT',
  provider: 'PROVIDER',
};

/** The required query, by operation: `deleteProject` must be given the name. */
const queries: Record<string, string> = {
  getPage: 'path=/guides/install',
  listPageJobs: 'path=/guides/install',
  getCommitEffect: 'commit=3f786850e387',
  deleteProject: 'name=Handbook',
};

/** It answers with a stream, for as long as its job runs, unless the request asks for another type. */
const askedAsJson: ReadonlySet<string> = new Set(['createJobV1']);

/** The body that the sender of a webhook sends, which the API does not define. */
const sentByOthers: Record<string, object> = { fireTrigger: { title: 'The install page names an old version' } };

/** Operations that only a code host can call, since it signs the request. */
const withoutExample: ReadonlySet<string> = new Set(['receiveHostWebhook']);

/**
 * Returns a request as shell commands, which run unchanged once the variables are set; undefined where there can be
 * none.
 */
export function curlOf(method: string, path: string, operation: Operation): string | undefined {
  const { operationId } = operation;
  if (withoutExample.has(operationId)) return undefined;
  const named = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => `$${pathVariables[name] ?? name}`);
  const query = queries[operationId];
  const body = operation.requestBody?.content['application/json']?.example ?? sentByOthers[operationId];
  const isUsual = method === (body === undefined ? 'GET' : 'POST');
  return [
    `curl -sS ${isUsual ? '' : `-X ${method} `}"$COPYDESK_URL${named}${query === undefined ? '' : `?${query}`}"`,
    ...proofOf(operation),
    ...(askedAsJson.has(operationId) ? ["-H 'Accept: application/json'"] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoteForShell(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
}

function proofOf({ operationId, security }: Operation): string[] {
  if (security.some((one) => 'session' in one)) return ['-H "Cookie: $COPYDESK_COOKIE"', '-H "Origin: $COPYDESK_URL"'];
  if (operationId === 'fireTrigger') return ['-H "Authorization: Bearer $TRIGGER_SECRET"'];
  return ['-H "Authorization: Bearer $COPYDESK_KEY"'];
}
