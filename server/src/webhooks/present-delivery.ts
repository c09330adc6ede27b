import { WebhookDelivery } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';

/** How many attempts of a delivery are shown: a redelivery can add ten more at any time. */
const shownAttempts = 20;

/** Selects deliveries with their last attempts; the caller adds conditions. */
export function selectDeliveries(db: Database) {
  return db.selectFrom('webhook_delivery').select([
    'id',
    'type',
    'job_id',
    'created_at',
    'next_attempt_at',
    'delivered_at',
    sql<AttemptRow[]>`array(
        select to_jsonb(last)
        from (
          select number, at, status, milliseconds, error
          from webhook_attempt
          where delivery_id = webhook_delivery.id
          order by number desc
          limit ${shownAttempts}
        ) as last
        order by last.number
      )`.as('attempts'),
  ]);
}

interface AttemptRow {
  number: number;
  /** As PostgreSQL writes it in JSON: ISO 8601 with an offset. */
  at: string;
  status: number | null;
  milliseconds: number | null;
  error: string | null;
}

interface DeliveryRow {
  id: string;
  type: string;
  job_id: string | null;
  created_at: Date;
  next_attempt_at: Date | null;
  delivered_at: Date | null;
  attempts: AttemptRow[];
}

/** Returns a delivery in the form of the API. */
export function present(row: DeliveryRow): WebhookDelivery {
  return WebhookDelivery.parse({
    id: row.id,
    type: row.type,
    jobId: row.job_id,
    status: statusOf(row),
    createdAt: row.created_at.toISOString(),
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
  });
}

function statusOf(row: DeliveryRow): WebhookDelivery['status'] {
  if (row.next_attempt_at !== null) return 'pending';
  return row.delivered_at === null ? 'failed' : 'delivered';
}
