import { tmpdir } from 'node:os';
import { AutomationRequest } from '@copydesk/contract';
import type { AutomationRun } from '@copydesk/contract';
import { sql } from 'kysely';
import type { KyselyPlugin } from 'kysely';
import type { z } from 'zod';
import { createAutomation, readAutomation } from '../../src/automations/automation.ts';
import type { StoredAutomation } from '../../src/automations/automation.ts';
import { claimDue } from '../../src/automations/claim.ts';
import type { Claimed } from '../../src/automations/claim.ts';
import { checkAutomation } from '../../src/automations/check-automation.ts';
import type { AutomationServices, AutomationSources } from '../../src/automations/ports.ts';
import { listRuns } from '../../src/automations/runs.ts';
import type { StoredRun } from '../../src/automations/runs.ts';
import { readProject } from '../../src/projects/project.ts';
import type { Project } from '../../src/projects/project.ts';
import type { Database } from '../../src/postgres/database.ts';
import { secretBox } from '../../src/secrets/box.ts';
import { readSettings } from '../../src/settings.ts';
import { automationSourcesOf } from '../../src/wiring/services/automation-sources.ts';
import { followsPrompt } from '../../src/wiring/job/job-model.ts';
import { openHosts } from '../../src/wiring/hosts/hosts.ts';
import type { Hosts } from '../../src/wiring/hosts/hosts.ts';
import { testDatabase } from '../support/database.ts';
import { testWorkspace } from '../support/workspace.ts';
import { insertProject } from '../support/project.ts';
import { sharedDocs } from '../support/shared-docs.ts';

type RigOptions = Partial<Omit<AutomationServices, 'sources'>> & {
  sources?: Partial<AutomationSources>;
  hosts?: Partial<Hosts>;
};

/** Automations with a database of their own. */
export interface AutomationRig extends AsyncDisposable {
  db: Database;
  project: { id: string; organisationId: string };
  services: AutomationServices;
  /** The project as it is now. */
  projectNow: () => Promise<Project>;
  create: (draft?: Partial<z.input<typeof AutomationRequest>>) => Promise<StoredAutomation>;
  /** Makes it due as of so many hours ago. */
  letTimeCome: (id: string, hoursAgo?: number) => Promise<void>;
  /** Ends whatever it waits for. */
  letPass: (id: string) => Promise<void>;
  claim: () => Promise<Claimed[]>;
  /** Claims the one that is due. */
  claimOne: () => Promise<Claimed>;
  /** Returns the job that an automation started last. */
  jobOf: (id: string) => Promise<string>;
  /**
   * Claims what is due and looks at it.
   *
   * @returns how many were due.
   */
  look: () => Promise<number>;
  read: (id: string) => Promise<StoredAutomation>;
  /** The runs, oldest first. */
  runs: (id: string) => Promise<StoredRun[]>;
  decisions: (id: string) => Promise<AutomationRun['decision'][]>;
  prompts: (jobId: string) => Promise<string[]>;
  jobs: () => Promise<string[]>;
}

/** @param options replacements of the services, and of what automations see. */
export async function automationRig({ sources, hosts: changed, ...services }: RigOptions = {}): Promise<AutomationRig> {
  const stack = new AsyncDisposableStack();
  const { db } = stack.use(await testDatabase());
  const { workspace } = stack.use(await testWorkspace());
  const docs = sharedDocs();
  const box = secretBox(async () => Buffer.alloc(32, 7));
  const hosts = { ...openHosts({ db, box, now: () => new Date() }), ...changed };
  const settings = readSettings({ COPYDESK_DATA_DIR: tmpdir() });
  const project = await insertProject(db);
  const parts: AutomationServices = {
    db,
    log: { info: () => {}, warn: () => {} },
    jobDefaults: () => ({ model: 'test/model', sourceRepository: 'https://git.test/docs.git', baseRef: 'main' }),
    followsPrompt,
    prices: () => ({
      from: '2026-01-01',
      source: 'a test',
      input: 1,
      cachedInput: 1,
      cacheWrite: 1,
      output: 10,
      long: null,
    }),
    ...services,
    sources: { ...automationSourcesOf({ db, settings, workspace, docs, hosts, box }), ...sources },
  };
  const claim = async () => (await claimDue(db, { most: 10, leaseSeconds: 60 })).claimed;
  const runs = async (id: string) =>
    (await listRuns(db, { projectId: project.id, id }, { limit: 100 })).runs.toReversed();
  return {
    db,
    project,
    services: parts,
    async create(draft = {}) {
      const request = { name: 'Weekly', trigger: { kind: 'schedule' as const }, prompt: 'Look at the docs.', ...draft };
      return await createAutomation(db, { ...AutomationRequest.parse(request), projectId: project.id }, new Date());
    },
    async projectNow() {
      const found = await readProject(db, project.id);
      if (found === undefined) throw new Error('The project is gone');
      return found;
    },
    async letTimeCome(id, hoursAgo = 0) {
      await sql`
        update automation set next_at = now() - make_interval(hours => ${hoursAgo}), due_at = now(), held_until = null where id = ${id}
      `.execute(db);
    },
    async letPass(id) {
      await sql`update automation set due_at = now(), held_until = null, leased_until = null where id = ${id}`.execute(
        db,
      );
    },
    claim,
    async claimOne() {
      const [claimed] = await claim();
      if (claimed === undefined) throw new Error('No automation is due');
      return claimed;
    },
    async jobOf(id) {
      const last = (await runs(id)).findLast(({ jobId }) => jobId !== null)?.jobId;
      if (last === undefined || last === null) throw new Error(`The automation ${id} has begun no job`);
      return last;
    },
    async look() {
      const claimed = await claim();
      for (const one of claimed) await checkAutomation(parts, one);
      return claimed.length;
    },
    async read(id) {
      const found = await readAutomation(db, id);
      if (found === undefined) throw new Error(`There is no automation ${id}`);
      return found;
    },
    runs,
    decisions: async (id) => (await runs(id)).map(({ decision }) => decision),
    async prompts(jobId) {
      const rows = await db
        .selectFrom('job_message')
        .select('prompt')
        .where('job_id', '=', jobId)
        .orderBy('position')
        .execute();
      return rows.map(({ prompt }) => prompt);
    },
    jobs: async () => (await db.selectFrom('job').select('id').orderBy('id').execute()).map(({ id }) => id),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Pretends that the agent has read all its messages and settled, with a pull request in this state or none. */
export async function settle(db: Database, jobId: string, state?: 'open' | 'merged' | 'closed'): Promise<void> {
  await sql`update job set status = 'completed', messages_read = messages where id = ${jobId}`.execute(db);
  await sql`update job_message set read_at_step = coalesce(read_at_step, 1) where job_id = ${jobId}`.execute(db);
  if (state === undefined) return;
  await sql`
    insert into job_delivery (job_id, number, turn, branch, commit, title, description, pushed_at, finished_at,
      pull_request_number, pull_request_link, pull_request_state)
    values (${jobId}, 1, 1, ${`copydesk/${jobId}`}, ${'a'.repeat(40)}, 'A change', '', now(), now(), 1, 'https://host/pulls/1', ${state})
    on conflict (job_id, number) do update set pull_request_state = excluded.pull_request_state
  `.execute(db);
}

/** Fails before the statement with this number: a process killed there would never send it. */
export function killedBefore(statement: number): KyselyPlugin & { sent: () => number } {
  let sent = 0;
  return {
    sent: () => sent,
    transformQuery({ node }) {
      sent += 1;
      if (sent === statement) throw new Error('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}
