import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Connection } from '../../../../server/src/postgres/connection.ts';
import { openDatabase } from '../../../../server/src/postgres/database.ts';
import { mostRounds } from '../stand-ins/host-checks.ts';
import { helperName } from '../stand-ins/helper.ts';
import { automationPrompt } from '../stand-ins/prompt.ts';
import { ClockedConnection } from './clocked-connection.ts';
import { templateName } from './server.ts';

/** A database in which one lifecycle is simulated after another, and its connections. */
export interface SimulationDatabase extends AsyncDisposable {
  project: { id: string; organisationId: string };
  /** The id of the project's automation, which waits for requests to a trigger. */
  automation: string;
  /** Observes from outside: it never stops, and is no part of the product. */
  observer: ClockedConnection;
  take: () => Promise<ClockedConnection>;
  giveBack: (connection: ClockedConnection) => void;
}

export async function openSimulationDatabase(server: Connection): Promise<SimulationDatabase> {
  const name = `simulation_${randomBytes(6).toString('hex')}`;
  const root = openDatabase({ connection: server, maximumConnections: 1, applicationName: 'simulation' });
  await sql`create database ${sql.id(name)} template ${sql.id(templateName)}`.execute(root);
  await root.destroy();
  const observer = await ClockedConnection.open({ ...server, database: name });
  const project = await addProject(observer);
  const automation = await addAutomation(observer, project.id);
  const all = [observer];
  const idle: ClockedConnection[] = [];
  return {
    project,
    automation,
    observer,
    async take() {
      const waiting = idle.pop();
      if (waiting !== undefined) return waiting;
      const opened = await ClockedConnection.open({ ...server, database: name });
      all.push(opened);
      return opened;
    },
    giveBack: (connection) => idle.push(connection),
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((connection) => connection.close()));
    },
  };
}

async function addProject(connection: ClockedConnection): Promise<SimulationDatabase['project']> {
  const project = { id: `prj_${'1'.repeat(22)}`, organisationId: 'org_1' };
  await connection.query("insert into organisation (id, name) values ($1, 'Simulated')", [project.organisationId], 0);
  await connection.query(
    `insert into project (id, organisation_id, name, repository_kind, repository, ref, ci_rounds, ci_wait_minutes,
       helper_model)
     values ($1, $2, 'Docs', 'path', '/simulated', 'main', ${mostRounds}, 20, '${helperName}')`,
    [project.id, project.organisationId],
    0,
  );
  // Only webhooks make the product ask what is new there: comments are not simulated.
  await connection.query(
    `insert into code_host_connection
       (project_id, host, api_url, repository, credential, credential_kind, hint, webhook_secret, poll_after)
     values ($1, 'gitea', 'http://host.test', 'acme/docs', '', 'token', '', '', 'infinity')`,
    [project.id],
    0,
  );
  return project;
}

/** How much work the automation may begin within 24 hours. */
export const jobsPerDay = 2;

async function addAutomation(connection: ClockedConnection, projectId: string): Promise<string> {
  const id = `aut_${'1'.repeat(22)}`;
  const trigger = JSON.stringify({ kind: 'inbound', triggerId: `trg_${'1'.repeat(22)}` });
  await connection.query(
    `insert into automation (id, project_id, name, trigger, prompt, jobs_per_day, enabled)
     values ($1, $2, 'Requests', $3, $4, ${jobsPerDay}, true)`,
    [id, projectId, trigger, automationPrompt],
    0,
  );
  return id;
}

/** Leaves no work for the lifecycles that follow in the same database. */
export async function clearSimulation(simulation: SimulationDatabase): Promise<void> {
  await simulation.observer.query(
    `with job as (
       update job set status = 'archived', archived_at = now(), error = null, leased_by = null, leased_until = null,
         waiting = null, waiting_since = null
       where status <> 'archived'
     ), followed as (
       update checked_commit set ended_at = now(), outcome = 'over' where ended_at is null
     ), events as (
       delete from host_event
     ), automation_events as (
       delete from automation_event
     ), runs as (
       delete from automation_run
     ), automation as (
       update automation set due_at = null, next_at = null, held_until = null, leased_until = null, failures = 0
     ), connection as (
       update code_host_connection set attend_after = '-infinity', attend_failures = 0
     )
     update job_delivery set reconciled_at = now() where finished_at is null and reconciled_at is null`,
    [],
    0,
  );
}
