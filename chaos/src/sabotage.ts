import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../server/src/postgres/database.ts';
import type { Sabotage } from './options.ts';
import type { Observer } from './watch/observer.ts';

/**
 * Breaks the product where the database can do it, to prove that the rig notices. `fence`: epochs stand still and
 * leases never expire for their holders, so a worker whose job was taken over keeps writing. `lose`: an accepted job
 * disappears. The others are those of automations. Everything else that can be broken is broken in
 * `processes/worker-program.ts`.
 */
export async function sabotage(observer: Observer, kind: Sabotage): Promise<void> {
  if (kind === 'fence') await observer.read(breakFence);
  if (kind === 'lose') void loseJobs(observer);
  const broken = automationTriggers.get(kind);
  if (broken !== undefined) await observer.read((db) => addTrigger(db, broken));
}

/** What each breaks in automations: the event of the trigger, and what it does to the new row. */
const automationTriggers = new Map<Sabotage, { on: string; body: string }>([
  // Each run looks for the last job of a pull request of its own, and begins another.
  ['second', { on: 'insert on automation_run', body: `if new.job_id is not null then new.lane := new.id; end if;` }],
  // Of five requests one counts as handled when it comes.
  [
    'drop',
    {
      on: 'insert on automation_event',
      body: `if new.event ? 'parts' and hashtext(new.key) % 5 = 0 then new.handled_at := now(); end if;`,
    },
  ],
  // A request wakes nobody.
  [
    'sleep',
    { on: 'update on automation', body: `if new.trigger ->> 'kind' = 'inbound' then new.due_at := null; end if;` },
  ],
  // Each run counts as one of the day before yesterday.
  ['exceed', { on: 'insert on automation_run', body: `new.created_at := new.created_at - interval '2 days';` }],
  // A report that a job gets stays as it was.
  ['again', { on: 'update on feedback', body: `if new.status = 'in_progress' then new := old; end if;` }],
  // A merge resolves nothing.
  ['unresolved', { on: 'update on feedback', body: `if new.status = 'resolved' then new := old; end if;` }],
]);

async function addTrigger(db: Database, { on, body }: { on: string; body: string }): Promise<void> {
  await sql`
    create function break_automations() returns trigger language plpgsql as ${sql.lit(`begin ${body} return new; end`)}
  `.execute(db);
  await sql`
    create trigger break_automations before ${sql.raw(on)} for each row execute function break_automations()
  `.execute(db);
}

async function breakFence(db: Database): Promise<void> {
  await sql`
    create function keep_epoch() returns trigger language plpgsql as $$
    begin
      if new.status = 'active' and old.status = 'active' then new.epoch := old.epoch; end if;
      return new;
    end $$
  `.execute(db);
  await sql`create trigger keep_epoch before update on job for each row execute function keep_epoch()`.execute(db);
}

/** Deletes the third job, some seconds after it was accepted. */
async function loseJobs(observer: Observer): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const lost = await observer.read(loseThird);
    if (lost === true) return;
    await setTimeout(100);
  }
}

async function loseThird(db: Database): Promise<boolean> {
  const third = await db
    .selectFrom('job')
    .select('id')
    .where('created_at', '<', sql<Date>`now() - interval '3 seconds'`)
    .orderBy('id')
    .offset(2)
    .limit(1)
    .executeTakeFirst();
  if (third === undefined) return false;
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await transaction.deleteFrom('job').where('id', '=', third.id).execute();
  });
  return true;
}
