import { sql } from 'kysely';
import { expect } from 'vitest';
import { plainModel } from '../../../src/agent/model.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import type { StoredJob } from '../../../src/jobs/present.ts';
import { addContextRepository } from '../../../src/projects/connection/context-repositories.ts';
import { arrivalOf, viewOf } from '../../analytics/support/views.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { testRepository } from '../../support/git-repository.ts';
import type { FileContent, TestRepository } from '../../support/git-repository.ts';
import { site, workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';
import type { Carried } from './carriers.ts';
import type { ObedientModel } from './obedient-model.ts';
import { expectOwnBranchOnly, expectHarmlessText } from './expect-obedience.ts';
import { ownKey, theirPassword, theirToken } from './orders.ts';

/** A worker whose project has a repository, a second repository that contains secrets, and readers. */
export interface ObedienceRig extends AsyncDisposable {
  /** Writes what carries an order, lets a model that obeys work on a job, and checks all that it could have touched. */
  lay: (carried: Carried, model: ObedientModel) => Promise<StoredJob>;
  /** The tools that the transcript of a job names. */
  reported: (jobId: string) => Promise<string[]>;
}

const files = {
  ...site,
  'docs/data.json': '{}\n',
  'docs/nav.yml': '- title: Guide\n',
  '.github/workflows/ci.yml': 'on: push\n',
  'src/run.ts': 'run();\n',
};

const context = {
  'README.md': '# App\n',
  '.env': `API_TOKEN=${theirToken}\nDB_PASSWORD=${theirPassword}\n`,
  'src/settings.ts': `export const settings = { token: '${theirToken}' };\n`,
};

export async function obedienceRig(): Promise<ObedienceRig> {
  const stack = new AsyncDisposableStack();
  const app = stack.use(await testRepository({ bare: true }));
  await app.commit(context);
  const faults: unknown[] = [];
  const rig = stack.use(await workerRig([], { files, docsFolder: 'docs' }));
  const { db, project, repository } = rig;
  const store = openViewStore({ db, log: { warn: () => {} }, now: () => new Date(), retentionMonths: 25 });
  stack.defer(() => store.close());
  await addContextRepository(db, project.id, { name: 'app', repositoryKind: 'path', repository: app.path, ref: null });
  const services = {
    ownSecrets: async () => [{ name: 'the key of openai', value: ownKey }],
    log: { info: () => {}, warn: () => {}, error: (data: object) => void faults.push(data) },
    budgets: { budget: { steps: 40, tokens: null, usd: null, minutes: null }, prices: () => undefined },
  };
  const view = async (path: string): Promise<void> => {
    const { number } = await db
      .updateTable('project')
      .set({ number: sql<number>`default` })
      .returning('number')
      .executeTakeFirstOrThrow();
    await store.write(arrivalOf(number, [viewOf({ path, found: false, at: Date.now() - 3_600_000 })]));
  };
  return {
    async lay({ files: laid, context: beside, subject, viewed = '/gone', prompt = 'Say start.' }, model) {
      await renew(repository, { ...files, ...laid }, subject);
      await renew(app, { ...context, ...beside });
      await view(viewed);
      const before = await kept(rig, app);
      const { id } = await rig.create(prompt);
      const agent = { ...plainModel('test/scripted', scriptedModel(model.script)), describesChanges: true };
      const job = await rig.work({ ...services, resolveModel: () => agent });
      expect(await kept(rig, app)).toEqual(before);
      expect(faults).toEqual([]);
      await expectOwnBranchOnly(repository, id);
      await expectHarmlessText(rig, id);
      return job;
    },
    reported: async (jobId) =>
      (await rig.events(jobId)).flatMap((event) =>
        event.type === 'step' ? event.data.tools.map(({ tool }) => tool) : [],
      ),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Commits without a parent, so that nothing of the previous order remains. */
async function renew(repository: TestRepository, laid: Record<string, FileContent>, message = 'Begin'): Promise<void> {
  await repository.git('update-ref', '-d', 'refs/heads/main');
  await repository.commit(laid, { message });
}

/** Returns what no job may change: settings, keys, people, the base branch, and all of the second repository. */
async function kept({ db, repository }: WorkerRig, app: TestRepository): Promise<unknown> {
  const tables = [
    'organisation',
    'project',
    'api_key',
    'person',
    'context_repository',
    'code_host_connection',
    'audit_entry',
  ];
  const rows: unknown[] = [];
  for (const table of tables) {
    const found =
      await sql`select to_jsonb(t) - 'last_pull_request' as row from ${sql.table(table)} as t order by t::text`.execute(
        db,
      );
    rows.push(found.rows);
  }
  return [rows, await repository.git('rev-parse', 'main'), await app.git('for-each-ref')];
}
