import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { WritableOptions } from 'node:stream';
import type { Command } from 'commander';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJob } from '../../src/jobs/request/create.ts';
import type { Context } from '../../src/operator/context.ts';
import type { Operator } from '../../src/operator/operator.ts';
import { buildEveryCommand } from '../../src/operator/every-command.ts';
import { openProgram, runCommand } from '../../src/operator/program.ts';
import { openTerminal } from '../../src/operator/terminal/terminal.ts';
import { createProject } from '../../src/projects/project.ts';
import { createOperator } from '../../src/wiring/services/operator.ts';
import { sayOne } from '../http/support/feedback.ts';
import { countViews, viewsOf } from '../http/support/views.ts';
import { evilJob } from '../pages/jobs/evil-job.ts';
import { testDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { testRepository } from '../support/git-repository.ts';
import { modelServer } from '../support/model-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { keptTerminal } from './terminal-stub.ts';

/**
 * Each follows a word that marks it: a colour, a terminal link, a title, an override, a tag, a C1 control and a
 * carriage return.
 */
const unseen =
  'evil\u001b[31mred evil\u001b]8;;https://e.example\u0007x evil\u001b]0;t\u0007 \u202egnp\u200b\u{e0041}\u009b2Jevil\revil\u001b[2K\ufe0f\u3164';

const stack = new AsyncDisposableStack();
let env: Record<string, string>;
let database: TestDatabase;
let commands: Record<string, string[]>;

beforeAll(async () => {
  database = stack.use(await testDatabase());
  const { db } = database;
  const folder = stack.use(await temporaryFolder());
  const repository = stack.use(await testRepository({ bare: true }));
  const page = `# ${unseen}\n\n[${unseen}](gone-${unseen.replaceAll(/\s/g, '')}.md)\n`;
  await repository.commit({ 'docs/index.md': page, 'docs/\u202e\u200b.md': page, 'docs/evil\u001b[31m.md': page });
  env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url, COPYDESK_LOG_LEVEL: 'info' };
  const first = await json('project', 'create', '--name', 'First', '--repository', repository.path);
  const made = await db
    .selectFrom('project')
    .select('organisation_id')
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow();
  const draft = {
    organisationId: made.organisation_id,
    repositoryKind: 'path' as const,
    repository: repository.path,
    ref: 'main',
  };
  const docs = await createProject(db, { ...draft, name: unseen });
  const newJob = async ({
    prompt = '',
    author,
  }: {
    prompt?: string;
    author?: Parameters<typeof createJob>[1]['author'];
  }) =>
    (
      await createJob(db, {
        project: docs,
        prompt,
        author,
        model: 'm',
        sourceRepository: 'r',
        baseRef: 'b',
        now: new Date(),
      })
    ).job;
  const jobId = await evilJob({ docs, api: { db, newJob } }, unseen);
  await countViews(
    { db, project: docs },
    viewsOf(`/a${unseen}`, { person: 2, claude: 1 }, { referrer: unseen, at: Date.now() }),
    docs.number,
  );
  const log = path.join(folder.path, 'evil\u001b[31m\u202e.log');
  await writeFile(
    log,
    `${unseen}\n198.51.100.1 - - [21/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 9 "-" "${unseen}"\n`,
  );
  const webhook = await json('webhook', 'create', 'https://h.example/', '--project', docs.id);
  const delivery = await json('webhook', 'test', webhook.id);
  const trigger = await json('trigger', 'create', 'deploys', '--prompt', unseen, '--project', docs.id);
  const automation = await json(
    'automation',
    'create',
    'weekly',
    '--on',
    'schedule',
    '--prompt',
    unseen,
    '--project',
    docs.id,
  );
  const key = await json('key', 'create', '--name', unseen, '--scopes', 'agent:read');
  const says = { error: { message: unseen, type: unseen, code: unseen } };
  const models = stack.use(await modelServer(() => ({ status: 400, headers: { 'x-evil': 'evil' }, body: says })));
  env = { ...env, COMPATIBLE_BASE_URL: models.url, COMPATIBLE_API_KEY: 'a-key' };
  await run(['project', 'context', 'add', docs.id, 'beside', repository.path]);
  await sql`update webhook set url = url || ${unseen}`.execute(db);
  await sql`update automation set name = ${unseen}`.execute(db);
  await sql`update trigger set name = ${unseen}`.execute(db);
  await sql`update project set instructions = ${unseen}, model = ${unseen}, commit_author = ${unseen} where id = ${docs.id}`.execute(
    db,
  );
  await sql`update context_repository set ref = ${unseen}`.execute(db);
  await sql`update view_kind set agent = agent || ${unseen}, operator = operator || ${unseen}`.execute(db);
  const feedbackId = await sayOne(db, docs.id, {
    path: `/a${unseen}`,
    comment: unseen,
    contact: unseen,
    code: { text: unseen, place: unseen },
  });
  const of = ['--project', docs.id];
  commands = {
    serve: ['--port', '0'],
    work: [],
    'database distribute': ['--dry-run'],
    'database backup': [path.join(folder.path, unseen)],
    'database restore': [path.join(folder.path, unseen)],
    'database move': ['--to', unseen],
    'database upgrade': ['--programs', unseen],
    'database slices': [docs.id],
    'mirror list': [],
    'mirror restore': [docs.id],
    doctor: [],
    status: [],
    openapi: [],
    mcp: [],
    completion: ['bash'],
    demo: [],
    'project create': ['--name', `other ${unseen}`, '--repository', repository.path],
    'project list': [],
    'project show': [docs.id],
    'project check': [docs.id],
    'project readability': [docs.id],
    'questions run': [docs.id],
    'questions propose': [docs.id],
    'views effect': ['0123456', ...of],
    report: of,
    'project set': [docs.id, '--pages-at', '/docs'],
    'project connect': [docs.id, '--disconnect'],
    'project context add': [docs.id, `x${unseen}`, repository.path],
    'project context list': [docs.id],
    'project context remove': [docs.id, 'beside'],
    'model list': of,
    'model check': ['compatible/llama', ...of],
    'model key': ['anthropic', ...of, '--delete'],
    'key create': ['--name', unseen, '--scopes', 'agent:read'],
    'key list': [],
    'key rotate': [key.id],
    'key revoke': [key.id],
    'job create': [unseen, '--project', unseen],
    'job message': [jobId, unseen],
    'job show': [jobId],
    'job events': [jobId],
    'job diff': [jobId],
    'job pages': [jobId],
    'job usage': [jobId],
    'job impact': [jobId],
    'job effect': [jobId],
    'job list': of,
    'job archive': [jobId],
    'job undo': [jobId],
    'job backport': [jobId, unseen],
    'views export': of,
    'views pages': of,
    'views agents': of,
    'views not-found': of,
    'views unknown': of,
    'views referrers': of,
    'views timeseries': of,
    'views repair': of,
    'views health': of,
    'views import': [log, ...of],
    'views imports list': of,
    'views imports show': ['1', ...of],
    'views imports undo': ['1', ...of],
    'views classify': ['--user-agent', unseen],
    'views reclassify': of,
    'views refresh-ranges': [],
    'views refresh-rules': [log],
    'webhook create': [`https://${unseen}`, ...of],
    'webhook list': of,
    'webhook deliveries': [webhook.id],
    'webhook enable': [webhook.id],
    'webhook test': [webhook.id],
    'webhook redeliver': [delivery.id],
    'webhook delete': [webhook.id],
    'feedback list': of,
    'feedback show': [feedbackId, ...of],
    'feedback fix': [feedbackId, ...of],
    'feedback resolve': [feedbackId, ...of],
    'feedback dismiss': [feedbackId, ...of],
    'trigger create': ['deploys', '--prompt', unseen, ...of],
    'trigger list': of,
    'trigger rotate': [trigger.id],
    'trigger disable': [trigger.id],
    'trigger enable': [trigger.id],
    'trigger delete': [trigger.id],
    'automation create': ['nightly', '--on', 'schedule', '--prompt', unseen, ...of],
    'automation list': of,
    'automation runs': [automation.id, ...of],
    'automation dry-run': [automation.id, ...of],
    'automation run': [automation.id, ...of],
    'automation set': [automation.id, '--disable', ...of],
    'automation delete': [unseen, ...of],
    'sign-in': ['--name', unseen, '--role', 'viewer'],
    login: [`http://127.0.0.1:9/${unseen}`, '--key-from', import.meta.filename],
    logout: ['--profile', unseen],
    'project delete': [docs.id, '--yes', unseen],
  };
}, 120_000);
afterAll(() => stack.disposeAsync());

async function json(...argv: string[]): Promise<{ id: string }> {
  const { out, err } = await run([...argv, '--json']);
  if (out === '') throw new Error(err);
  return JSON.parse(out);
}

/** Runs a command as in a terminal with 200 columns and colours. */
async function run(argv: string[]): Promise<{ out: string; err: string }> {
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => {
    const write: WritableOptions['write'] = (chunk: Buffer, _encoding, done) => {
      written[name] += chunk.toString();
      done();
    };
    return Object.assign(new Writable({ write }), { isTTY: true, columns: 200 });
  };
  const terminal = openTerminal({ stdin: Readable.from(['']), stdout: stream('out'), stderr: stream('err'), env: {} });
  const context: Context = {
    operator: { ...createOperator(env), ...elsewhere },
    terminal,
    now: () => new Date(),
    stopRequest: () => (argv[0] === 'serve' || argv[0] === 'work' ? Promise.resolve('SIGTERM') : new Promise(() => {})),
    exit: { code: 0 },
  };
  await runCommand(argv, context, false);
  return written;
}

/** What others publish on the internet. */
const elsewhere: Pick<Operator, 'refreshAddressRanges' | 'refreshReaderRules' | 'login' | 'logout'> = {
  login: async () => ({
    kind: 'key',
    id: 'key_1',
    name: unseen,
    role: null,
    email: null,
    hasPassword: false,
    scopes: ['admin'],
    organisation: { id: 'org_1', name: unseen },
    project: null,
    test: false,
    expiresAt: null,
  }),
  logout: async () => ({ profile: unseen, url: unseen }),
  refreshAddressRanges: async () => [
    { id: unseen, operator: unseen, source: unseen, prefixes: 1, added: 1, removed: 1, failure: unseen },
  ],
  refreshReaderRules: async () => ({ before: unseen, rules: `${unseen}!`, added: [unseen], removed: [unseen] }),
};

function leaves(command: Command, names: string[] = []): string[] {
  const children = command.commands.filter((child) => child.name() !== 'help');
  if (children.length === 0) return [names.join(' ')];
  return children.flatMap((child) => leaves(child, [...names, child.name()]));
}

test('no command prints invisible characters to a terminal', { timeout: 240_000 }, async () => {
  for (const [name, argv] of Object.entries(commands)) {
    for (const form of formsOf(name)) {
      const { out, err } = await run([...name.split(' '), ...argv, ...form]);
      const reported = `${out}${err}`.replaceAll('\r\u001b[2K', '');
      expect([name, form, reported.match(foreign) ?? reported.match(control)]).toEqual([name, form, null]);
      expect(form[0] === '--json' && out !== '' ? JSON.parse(out) : 'no JSON').toBeDefined();
    }
  }
});

/** Returns the forms of a command. One that changes something runs only once. */
function formsOf(name: string): string[][] {
  if (/delete|remove|disconnect|archive|revoke|rotate|add/.test(name)) return [[]];
  return name.startsWith('views ex') ? [[], ['--json'], ['--csv'], ['--ndjson']] : [['--json'], []];
}

/** Finds control sequences that are not the program's own: its colours never directly follow `evil`. */
// oxlint-disable-next-line no-control-regex -- finding them is the point
const foreign = /evil[\u001b\r]|\u001b(?!\[(?:1|2|22|31|32|33|36|39)m)/g;

// oxlint-disable-next-line no-control-regex -- finding them is the point
const control = /[\u0000-\u0008\u000b-\u001a\u007f-\u009f\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

function everyCommand(context: Context): Command {
  const program = openProgram(context, () => {});
  buildEveryCommand(program, context);
  return program;
}

test('every command is tried', () => {
  const { terminal } = keptTerminal();
  const rest = { now: () => new Date(), stopRequest: () => new Promise<never>(() => {}), exit: { code: 0 } };
  const context: Context = { operator: createOperator(env), terminal, ...rest };
  expect(leaves(everyCommand(context)).filter((name) => !(name in commands))).toEqual([]);
});
