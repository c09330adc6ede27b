import type { AuditAction } from '../../audit/actions.ts';
import type { AuditedAction } from '../../audit/record.ts';
import type { Person } from '../../people/people.ts';

/** Returns the audit entry about a person. */
export function personAction(
  action: AuditAction,
  { id, name }: Pick<Person, 'id' | 'name'>,
  detail?: Record<string, unknown>,
): AuditedAction {
  return { action, subject: { kind: 'person', id, name }, detail };
}
