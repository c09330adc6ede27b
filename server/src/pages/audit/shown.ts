import type { AuditQuery, FieldError } from '@copydesk/contract';
import type { Person } from '../../people/people.ts';
import type { Project } from '../../projects/project.ts';

/** What stands around the entries. */
export interface AuditShown {
  query: AuditQuery;
  errors: FieldError[];
  people: Person[];
  projects: Project[];
  now: Date;
}
