import type { Endpoint } from '@copydesk/contract';

/** The names in the paths of endpoints. */
export interface PathIds {
  projectId: string;
  jobId?: string;
  webhookId?: string;
  triggerId?: string;
  automationId?: string;
  feedbackId?: string;
  deliveryId?: string;
  keyId?: string;
  personId?: string;
  contextName?: string;
  provider?: string;
  shareId?: string;
  sessionId?: string;
}

/** Returns the path of an endpoint for a project and what it contains. */
export function pathOf(endpoint: Endpoint, ids: PathIds): string {
  const named: Record<string, string | undefined> = { ...ids, id: ids.jobId, name: ids.contextName };
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => named[name] ?? '');
}
