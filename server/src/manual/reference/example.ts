import type { Operation } from './document.ts';

/** What the path of an endpoint names, as variables of the shell. */
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

/** What must be asked for, by operation: `deleteProject` wants to be told the name. */
const queries: Record<string, string> = {
  getPage: 'path=/guides/install',
  listPageJobs: 'path=/guides/install',
  getCommitEffect: 'commit=3f786850e387',
  deleteProject: 'name=Handbook',
};

/** It answers with a stream, for as long as its job lasts, unless it is asked for something else. */
const askedAsJson: ReadonlySet<string> = new Set(['createJobV1']);

/** What a sender of a webhook sends, which is no shape of the API. */
const sentByOthers: Record<string, object> = { fireTrigger: { title: 'The install page names an old version' } };

/** Those that only a code host can call, since it signs. */
const withoutExample: ReadonlySet<string> = new Set(['receiveHostWebhook']);

/** A request as lines of a shell, which run as they stand once the variables are set; undefined where there can be none. */
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
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
}

function proofOf({ operationId, security }: Operation): string[] {
  if (security.some((one) => 'session' in one)) return ['-H "Cookie: $COPYDESK_COOKIE"', '-H "Origin: $COPYDESK_URL"'];
  if (operationId === 'fireTrigger') return ['-H "Authorization: Bearer $TRIGGER_SECRET"'];
  return ['-H "Authorization: Bearer $COPYDESK_KEY"'];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
