import type { EndpointName } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { startSite } from '../../http/support/site.ts';

const project = '/projects/:projectId';
const settings = `${project}/settings`;

/** The endpoint that does what a form does. */
const endpointOf: Record<string, EndpointName> = {
  '/account/name': 'changeMe',
  '/account/password': 'setMyPassword',
  '/account/sessions/end': 'endMySessions',
  '/sign-out': 'endMySession',
  '/people/new': 'invitePerson',
  '/people/:personId': 'changePerson',
  '/people/:personId/link': 'linkPerson',
  '/people/:personId/remove': 'removePerson',
  '/keys': 'createKey',
  '/keys/:keyId/revoke': 'revokeKey',
  '/keys/:keyId/rotate': 'rotateKey',
  '/projects/new': 'createProject',
  '/projects/new/connect': 'setConnection',
  '/projects/new/counting': 'changeProject',
  ...Object.fromEntries(
    [
      'general',
      'source',
      'agent',
      'calls',
      'commits',
      'merging',
      'limits',
      'publishing',
      'counting',
      'readers',
      'reports',
      'readability',
    ].map((section) => [`${settings}/${section}`, 'changeProject' as const]),
  ),
  [`${settings}/delete`]: 'deleteProject',
  [`${settings}/connection`]: 'setConnection',
  [`${settings}/connection/check`]: 'checkConnection',
  [`${settings}/connection/secret`]: 'renewWebhookSecret',
  [`${settings}/connection/disconnect`]: 'deleteConnection',
  [`${settings}/context`]: 'addContextRepository',
  [`${settings}/context/:name/remove`]: 'removeContextRepository',
  [`${settings}/models`]: 'setModelKey',
  [`${settings}/models/:provider/remove`]: 'deleteModelKey',
  [`${settings}/webhooks`]: 'createWebhook',
  [`${settings}/webhooks/:webhookId/test`]: 'testWebhook',
  [`${settings}/webhooks/:webhookId/enable`]: 'enableWebhook',
  [`${settings}/webhooks/:webhookId/delete`]: 'deleteWebhook',
  [`${settings}/webhooks/:webhookId/deliveries/:deliveryId/redeliver`]: 'redeliver',
  [`${settings}/triggers`]: 'createTrigger',
  [`${settings}/triggers/:triggerId/secret`]: 'rotateTrigger',
  [`${settings}/triggers/:triggerId/enable`]: 'enableTrigger',
  [`${settings}/triggers/:triggerId/disable`]: 'disableTrigger',
  [`${settings}/triggers/:triggerId/delete`]: 'deleteTrigger',
  [`${project}/readers/shares`]: 'createShare',
  [`${project}/readers/shares/:shareId/revoke`]: 'revokeShare',
  [`${project}/readers/not-found/repair`]: 'repairNotFound',
  [`${project}/readers/feedback/fix`]: 'fixFeedback',
  [`${project}/readers/feedback/:feedbackId`]: 'changeFeedback',
  [`${project}/automations`]: 'createAutomation',
  [`${project}/automations/:automationId/edit`]: 'changeAutomation',
  [`${project}/automations/:automationId/enable`]: 'changeAutomation',
  [`${project}/automations/:automationId/disable`]: 'changeAutomation',
  [`${project}/automations/:automationId/run`]: 'runAutomation',
  [`${project}/automations/:automationId/delete`]: 'deleteAutomation',
  [`${project}/jobs/new`]: 'createJob',
  [`${project}/jobs/:jobId/message`]: 'messageJob',
  [`${project}/jobs/:jobId/archive`]: 'archiveJob',
  [`${project}/jobs/:jobId/undo`]: 'undoJob',
  [`${project}/jobs/:jobId/backport`]: 'backportJob',
};

const comingIn = 'It gives a browser its session; a program comes in with its key.';
const byKey = 'The address itself takes a key, and answers JSON to who asks for no HTML.';

/** Why a form needs no endpoint. */
const withoutEndpoint: Record<string, string> = {
  '/welcome/:token': comingIn,
  '/sign-in': comingIn,
  '/sign-in/:token': comingIn,
  [`${settings}/triggers/preview`]: 'It changes nothing: it shows what a trigger would make of a sample.',
  [`${project}/pulls/:number/merge`]: byKey,
  [`${project}/pulls/:number/close`]: byKey,
  [`${project}/pulls/:number/ready`]: byKey,
  [`${project}/pulls/:number/viewed`]:
    'It folds a file on the page of who has read it, and says nothing to anybody else.',
};

test('every form has an endpoint of the API that does the same', async () => {
  await using site = await startSite();
  const forms = site.routes.filter(({ method }) => method === 'POST').map(({ url }) => url);
  expect([...Object.keys(endpointOf), ...Object.keys(withoutEndpoint)].sort()).toEqual(forms.sort());
});

test('the forms that end a pull request accept a key, and answer JSON', async () => {
  await using site = await startSite();
  const headers = { authorization: `Bearer ${await site.newKey()}`, accept: 'application/json' };
  const routes = Object.keys(withoutEndpoint).filter((route) => withoutEndpoint[route] === byKey);
  for (const [index, route] of routes.entries()) {
    const files = { [`docs/page-${index}.md`]: `# Page ${index}\n` };
    const asDraft = route.endsWith('/ready');
    const { number, headCommit } = await site.propose({ files, branch: `copydesk/change-${index}`, asDraft });
    const path = route.replace(':projectId', site.docs.id).replace(':number', String(number));
    const body = new URLSearchParams({ head: headCommit });
    const reply = await fetch(site.origin + path, { method: 'POST', headers, body });
    expect([route, reply.status]).toEqual([route, 200]);
    expect(await reply.json()).toMatchObject({ number });
  }
});
