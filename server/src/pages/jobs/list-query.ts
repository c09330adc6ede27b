import { JobListQuery, JobStatus } from '@copydesk/contract';
import { field } from '../../http/session/form.ts';

/** What the address of the list asks for. */
export interface ListQuery {
  status: JobStatus | undefined;
  author: string | undefined;
  q: string | undefined;
  cursor: string | undefined;
}

/** Reads the address as the API does, but ignores invalid values, so that the list is always shown. */
export function readListQuery(query: unknown): ListQuery {
  const text = (name: 'author' | 'q' | 'cursor') => {
    const given = field(query, name)
      ?.trim()
      .slice(0, name === 'q' ? 200 : undefined);
    return given ? JobListQuery.shape[name].safeParse(given).data : undefined;
  };
  return {
    status: JobStatus.safeParse(field(query, 'status')).data,
    author: text('author'),
    q: text('q'),
    cursor: text('cursor'),
  };
}

/** Returns the address of the list with such a query. */
export function listHref(address: string, query: Partial<ListQuery>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given).toString()}`;
}
