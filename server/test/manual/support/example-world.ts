import { sql } from 'kysely';
import { z } from 'zod';
import { setPasswordHash } from '../../../src/people/change-person.ts';
import { openPasswords } from '../../../src/people/passwords.ts';
import { createPerson } from '../../../src/people/people.ts';
import { createSession } from '../../../src/people/sessions.ts';
import { createProject } from '../../../src/projects/project.ts';
import type { Project } from '../../../src/projects/project.ts';
import { sayOne } from '../../http/support/feedback.ts';
import type { TestApi } from '../../http/support/api.ts';

const Trigger = z.object({ id: z.string(), secret: z.string() });
const now = new Date('2026-01-06T12:00:00Z');

let made = 0;

/** Creates one of everything that the examples' paths name, and returns the revisions in their bodies. */
export async function exampleWorld(
  api: TestApi,
  operation: string,
  url: string,
): Promise<{ env: Record<string, string>; projectId: string }> {
  const { db } = api;
  made += 1;
  // All projects and people in the examples have one name, but no two in the database may have the same.
  await sql`update project set name = id where name = 'Handbook'`.execute(db);
  await sql`update person set name = id where name = 'Ada Lovelace'`.execute(db);
  const project = await createProject(db, {
    organisationId: api.project.organisationId,
    // The name that a deletion must repeat.
    name: operation === 'deleteProject' ? 'Handbook' : `Docs ${made}`,
    repositoryKind: 'url',
    repository: 'https://github.com/acme/docs',
    ref: 'main',
    // The built-in model could not fix what readers report.
    model: operation === 'fixFeedback' ? 'anthropic/claude-sonnet-5-5' : null,
  });
  const ids = await api.newIds(project);
  await sql`update project set revision = 3 where id = ${project.id}`.execute(db);
  await sql`update person set revision = 2 where id = ${ids.personId}`.execute(db);
  if (operation === 'repairNotFound') await missPages(api, project);
  if (operation === 'fixFeedback') await sayOne(db, project.id, { path: '/guides/start' });
  if (['getJobEffect', 'undoJob', 'backportJob'].includes(operation)) await mergePullRequest(api, project, ids.jobId);
  const trigger = await api.send('POST', `/v1/projects/${project.id}/triggers`, {
    body: { name: 'A form', prompt: 'Look at this' },
  });
  const { id: triggerId, secret } = Trigger.parse(trigger.json);
  return {
    projectId: project.id,
    env: {
      COPYDESK_KEY: api.adminKey,
      COPYDESK_PROJECT: project.id,
      JOB: ids.jobId,
      WEBHOOK: ids.webhookId,
      DELIVERY: ids.deliveryId,
      TRIGGER: triggerId,
      AUTOMATION: ids.automationId,
      FEEDBACK: ids.feedbackId,
      TRIGGER_SECRET: secret,
      KEY_ID: ids.keyId,
      PERSON: ids.personId,
      SHARE: ids.shareId,
      CONTEXT: ids.contextName,
      PROVIDER: ids.provider,
      ...(await account(api, url)),
    },
  };
}

/** Sends views of two AI readers that got a 404, three times each. */
async function missPages(api: TestApi, project: Project): Promise<void> {
  const userAgents = ['Mozilla/5.0 (compatible; ClaudeBot/1.0)', 'Mozilla/5.0 (compatible; GPTBot/1.2)'];
  const missed = userAgents.map((userAgent) => ({ path: '/guides/instal', status: 404, userAgent }));
  const body = [...missed, ...missed, ...missed];
  await api.send('POST', `/v1/collect/${project.id}`, { body });
}

/** Creates a person who is signed in twice, with the password from the example. */
async function account(api: TestApi, url: string): Promise<{ COPYDESK_COOKIE: string; SESSION: string }> {
  const { db, project } = api;
  const { organisationId } = project;
  const { id } = await createPerson(db, {
    organisationId,
    name: 'Ada',
    role: 'viewer',
    email: `ada${made}@example.com`,
  });
  const hash = await openPasswords().hash('the one so far');
  await db.transaction().execute((all) => setPasswordHash(all, { organisationId, personId: id }, hash));
  const signIn = async () => (await createSession(db, id, { now, userAgent: 'A browser' })).sessionToken;
  const cookie = `copydesk_session=person.${await signIn()}`;
  await signIn();
  const reply = await fetch(`${url}/v1/me/sessions`, { headers: { cookie, origin: url } });
  const Sessions = z.object({ sessions: z.array(z.object({ id: z.string(), isCurrent: z.boolean() })) });
  const { sessions } = Sessions.parse(await reply.json());
  return { COPYDESK_COOKIE: cookie, SESSION: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '' };
}

async function mergePullRequest({ db }: TestApi, { id }: Project, jobId: string): Promise<void> {
  const mergedAt = new Date('2026-01-05T12:00:00Z');
  await db
    .insertInto('job_delivery')
    .values({
      job_id: jobId,
      number: 1,
      turn: 1,
      branch: `copydesk/${id}`,
      commit: '0d4f1c7e5b2a9c8d7e6f5a4b3c2d1e0f9a8b7c6d',
      title: 'A change',
      description: '',
      finished_at: mergedAt,
      pull_request_number: 7,
      pull_request_link: 'https://github.com/acme/docs/pull/7',
      pull_request_state: 'merged',
      pull_request_ended_at: mergedAt,
    })
    .execute();
}
