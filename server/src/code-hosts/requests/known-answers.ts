import type { HostAnswer } from './host-http.ts';

/** Whether a reply contains a version, as those of GitLab, Gitea and Forgejo do. */
export function hasVersion({ status, json }: HostAnswer): boolean {
  return status === 200 && typeof fieldOf(json, 'version') === 'string';
}

/** Whether a reply refuses what needs a credential, with words of a kind of host. */
export function refusesWith({ status, json }: HostAnswer, words: RegExp): boolean {
  const message = fieldOf(json, 'message');
  return (status === 401 || status === 403) && typeof message === 'string' && words.test(message);
}

/** Returns a field of a reply that has not been parsed by a schema: schemas take time to load. */
export function fieldOf(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined;
}
