/** Returns the query string of a filter, so that each view of the log is a link. */
export function searchOf({ action, actor, project, from, to, cursor }: Search): string {
  const parameters = new URLSearchParams();
  const texts = { action, actor, project, from, to, cursor };
  for (const [name, value] of Object.entries(texts)) if (value !== undefined) parameters.set(name, value);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

type Search = Partial<Record<'action' | 'actor' | 'project' | 'from' | 'to' | 'cursor', string>>;
