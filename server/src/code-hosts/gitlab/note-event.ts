import type { z } from 'zod';
import type { HostComment } from '../host-event.ts';
import type { Position } from './shapes.ts';

/**
 * Whether a note's author is a bot. GitLab does not mark bots in notes, so they are recognised by name: those of
 * project and group access tokens
 * (https://docs.gitlab.com/user/project/settings/project_access_tokens/#bot-users-for-projects), of service accounts,
 * and GitLab's own.
 */
export function isBot(username: string): boolean {
  return (
    /^(project|group)_\d+_bot(_|\d|$)/.test(username) ||
    /^service_account_(group_|project_)?[\da-f]/.test(username) ||
    /^(alert-bot|support-bot|security-bot|ghost|GitLab-Security-Bot|GitLabDuo)$/i.test(username)
  );
}

/** @param excerpt the lines that it is about, as far as they are known. */
export function placeOf(position: z.infer<typeof Position> | null | undefined, excerpt: string): HostComment['place'] {
  const path = position?.new_path ?? position?.old_path ?? null;
  if (path === null) return null;
  return { path, line: position?.new_line ?? position?.old_line ?? null, excerpt };
}
