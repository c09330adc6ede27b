import type { HostComment } from '../host-event.ts';
import { withUsualMarks } from './markdown.ts';
import { isPerson, nameOf } from './people.ts';
import type { Comment } from './shapes.ts';

/** Returns a comment in the form of all hosts; the API and webhooks describe it alike, but without the lines. */
export function hostComment(number: number, comment: Comment): HostComment {
  const { id, content, user, inline, parent, links } = comment;
  return {
    id: `comment-${id}`,
    number,
    author: user == null ? '' : nameOf(user),
    isBot: user == null || !isPerson(user),
    body: withUsualMarks(content.raw),
    link: links?.html?.href ?? '',
    // Every comment may be answered in its place.
    thread: String(parent?.id ?? id),
    place: inline == null ? null : { path: inline.path, line: inline.to ?? inline.from ?? null, excerpt: '' },
  };
}
