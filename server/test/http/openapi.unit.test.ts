import { Problem, endpoints, errorsOf, errorTable, routingErrors } from '@copydesk/contract';
import type { Endpoint, ErrorCode } from '@copydesk/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../../src/http/openapi/document.ts';

const Content = z.record(
  z.string(),
  z
    .object({ example: z.unknown(), examples: z.record(z.string(), z.object({ value: z.unknown() })).optional() })
    .partial(),
);
const Response = z.object({
  description: z.string(),
  headers: z.record(z.string(), z.unknown()).optional(),
  content: Content.optional(),
});
const Responses = z
  .record(z.string(), z.looseObject({}))
  .transform((all) => Object.fromEntries(Object.entries(all).filter(([, response]) => !('$ref' in response))))
  .pipe(z.record(z.string(), Response));
const Operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: z.unknown() })),
  requestBody: z.object({ content: Content }).optional(),
  responses: Responses,
});
const Document = z.object({
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()), responses: z.record(z.string(), Response) }),
});

const plain: unknown = JSON.parse(
  JSON.stringify(openApiDocument({ baseUrl: 'https://desk.example.com', version: '1.0.0' })),
);
const document = Document.parse(plain);

test('is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(plain) as Record<string, unknown>);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('has exactly the endpoints of the contract', () => {
  const documented = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => `${operation.operationId} ${method.toUpperCase()} ${path}`),
  );
  const contracted = Object.entries<Endpoint>(endpoints).map(([name, { method, path }]) => `${name} ${method} ${path}`);
  expect(documented.sort()).toEqual(contracted.sort());
});

test.each(Object.entries<Endpoint>(endpoints))(
  '%s has each reply and each code of the contract, and no other',
  (name, endpoint) => {
    const { responses } = operationOf(endpoint);
    const codes: ErrorCode[] = errorsOf(endpoint);
    const statuses = [...Object.keys(endpoint.replies).map(Number), ...codes.map((code) => errorTable[code].status)];
    expect(new Set(Object.keys(responses).map(Number))).toEqual(new Set(statuses));
    expect(codesOf(responses).sort()).toEqual(codes.sort());
    expect(name).toBe(operationOf(endpoint).operationId);
  },
);

test('the answers to requests that reach no endpoint are documented', () => {
  expect(Object.keys(document.components.responses).sort()).toEqual([...routingErrors].sort());
  const replies = z.object({
    paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.looseObject({}) }))),
  });
  for (const item of Object.values(replies.parse(plain).paths))
    for (const { responses } of Object.values(item))
      expect(responses).toMatchObject({
        405: { $ref: '#/components/responses/method_not_allowed' },
        431: { $ref: '#/components/responses/headers_too_large' },
      });
});

test('every example fits its shape', () => {
  const answering = Object.values<Endpoint>(endpoints).filter(
    ({ replies }) => replies[204]?.type !== 'null' || replies[200],
  );
  for (const endpoint of answering) {
    const { responses, requestBody } = operationOf(endpoint);
    const [status = '', shape] = Object.entries(endpoint.replies)[0] ?? [];
    const example = responses[status]?.content?.['application/json']?.example;
    expect(shape?.parse(example)).toEqual(example);
    if (endpoint.body) endpoint.body.parse(requestBody?.content['application/json']?.example);
  }
});

test('tables are documented in their three formats, reports in two, and nothing else is', () => {
  for (const endpoint of Object.values<Endpoint>(endpoints).filter(({ replies }) => replies[200])) {
    const { content = {}, headers = {} } = operationOf(endpoint).responses['200'] ?? {};
    const forms = endpoint.markdown ? ['text/markdown'] : endpoint.tables ? ['text/csv', 'application/x-ndjson'] : [];
    expect(Object.keys(content).filter((type) => type !== 'text/event-stream')).toEqual(['application/json', ...forms]);
    expect(Object.keys(headers).includes('Copydesk-Totals')).toBe(endpoint.tables === true);
  }
});

test('every operation has a tag that the document describes', () => {
  const described = document.tags.map(({ name }) => name);
  const used = Object.values<Endpoint>(endpoints).flatMap((endpoint) => operationOf(endpoint).tags);
  expect(new Set(used)).toEqual(new Set(described));
});

test('only requests that browsers may send need no key, and may be sent as text', () => {
  const keyless = Object.values<Endpoint>(endpoints)
    .map(operationOf)
    .filter(({ security }) => security.some((one) => Object.keys(one).length === 0));
  expect(keyless.map(({ operationId }) => operationId)).toEqual(['collect', 'sendFeedback']);
  expect(Object.keys(operationOf(endpoints.collect).requestBody?.content ?? {})).toContain('text/plain');
});

test('every parameter of the contract is documented by its name in requests', () => {
  const range = ['query dateFrom', 'query dateTo'];
  const page = ['query limit', 'query offset', 'query format'];
  const filters = ['query path', 'query exactPath', 'query purpose', 'query agent', 'query surface'];
  const names = Object.fromEntries(
    Object.values<Endpoint>(endpoints).map((endpoint) => {
      const { operationId, parameters } = operationOf(endpoint);
      return [operationId, parameters.map((parameter) => `${parameter.in} ${parameter.name}`)];
    }),
  );
  expect(names).toEqual({
    createJobV1: ['path projectId', 'header Idempotency-Key'],
    getJobV1: ['path projectId', 'path id'],
    listJobsV1: ['path projectId', 'query skip', 'query take'],
    createTrigger: ['path projectId'],
    listTriggers: ['path projectId'],
    rotateTrigger: ['path projectId', 'path triggerId'],
    deleteTrigger: ['path projectId', 'path triggerId'],
    disableTrigger: ['path projectId', 'path triggerId'],
    enableTrigger: ['path projectId', 'path triggerId'],
    fireTrigger: ['path triggerId'],
    createAutomation: ['path projectId'],
    listAutomations: ['path projectId'],
    getAutomation: ['path projectId', 'path automationId'],
    changeAutomation: ['path projectId', 'path automationId'],
    deleteAutomation: ['path projectId', 'path automationId'],
    runAutomation: ['path projectId', 'path automationId'],
    dryRunAutomation: ['path projectId', 'path automationId'],
    listAutomationRuns: ['path projectId', 'path automationId', 'query limit', 'query cursor'],
    sendFeedback: ['path projectId'],
    listFeedback: [
      'path projectId',
      ...range,
      'query source',
      'query status',
      'query path',
      'query limit',
      'query cursor',
    ],
    getFeedbackPages: ['path projectId', ...range, 'query limit', 'query offset'],
    fixFeedback: ['path projectId', 'header Idempotency-Key'],
    getFeedback: ['path projectId', 'path feedbackId'],
    changeFeedback: ['path projectId', 'path feedbackId'],
    createJob: ['path projectId', 'header Idempotency-Key'],
    messageJob: ['path projectId', 'path id', 'header Idempotency-Key'],
    getJob: ['path projectId', 'path id', 'header If-None-Match'],
    listJobs: ['path projectId', 'query status', 'query author', 'query q', 'query limit', 'query cursor'],
    archiveJob: ['path projectId', 'path id'],
    getJobEvents: ['path projectId', 'path id', 'query after', 'query limit', 'header Last-Event-ID'],
    getJobDiff: ['path projectId', 'path id'],
    getJobPages: ['path projectId', 'path id', 'query path'],
    getJobUsage: ['path projectId', 'path id'],
    getJobImpact: ['path projectId', 'path id'],
    getCommitEffect: ['path projectId', 'query days', 'query commit'],
    getQuestions: ['path projectId', 'query ref', 'query judge'],
    getQuestionProposals: ['path projectId', 'query ref', 'query limit'],
    getReadability: ['path projectId', 'query ref', 'query rule'],
    getReport: ['path projectId', 'query period', 'query date'],
    getJobEffect: ['path projectId', 'path id', 'query days'],
    getViews: ['path projectId', ...range, ...page, ...filters, 'query source'],
    exportViews: ['path projectId', ...range, ...filters, 'query source', 'query format'],
    getTimeseries: [
      'path projectId',
      'query interval',
      'query timeZone',
      ...range,
      ...page,
      ...filters,
      'query source',
    ],
    getAgents: ['path projectId', 'query interval', 'query visits', 'query surface', ...range, ...page],
    getNotFound: ['path projectId', 'query details', ...range, ...page, ...filters],
    undoJob: ['path projectId', 'path id', 'header Idempotency-Key'],
    backportJob: ['path projectId', 'path id', 'header Idempotency-Key'],
    repairNotFound: ['path projectId', 'header Idempotency-Key'],
    getReferrers: ['path projectId', ...range, ...page],
    getViewsHealth: ['path projectId', ...range, ...page],
    getPage: ['path projectId', 'query path', 'query surface', ...range],
    getBots: ['path projectId', ...range, ...page],
    getUnknownReaders: ['path projectId', ...range, ...page],
    getLatestViews: ['path projectId', 'query limit', 'query offset'],
    listPageJobs: ['path projectId', 'query path', 'query limit'],
    collect: ['path projectId'],
    createWebhook: ['path projectId'],
    listWebhooks: ['path projectId'],
    getWebhook: ['path projectId', 'path webhookId'],
    enableWebhook: ['path projectId', 'path webhookId'],
    testWebhook: ['path projectId', 'path webhookId'],
    listDeliveries: ['path projectId', 'path webhookId', 'query limit', 'query cursor'],
    redeliver: ['path projectId', 'path webhookId', 'path deliveryId'],
    deleteWebhook: ['path projectId', 'path webhookId'],
    getConnection: ['path projectId'],
    setConnection: ['path projectId'],
    checkConnection: ['path projectId'],
    renewWebhookSecret: ['path projectId'],
    deleteConnection: ['path projectId'],
    getMe: [],
    listMyProjects: ['query limit', 'query cursor'],
    changeMe: [],
    setMyPassword: [],
    listMySessions: [],
    endMySessions: [],
    endMySession: ['path sessionId'],
    listPeople: ['query limit', 'query cursor', 'query q'],
    invitePerson: ['header Idempotency-Key'],
    changePerson: ['path personId'],
    removePerson: ['path personId', 'query revokeMade'],
    linkPerson: ['path personId'],
    getAudit: ['query action', 'query actor', 'query project', 'query from', 'query to', 'query limit', 'query cursor'],
    listProjects: ['query limit', 'query cursor', 'query q'],
    createProject: ['header Idempotency-Key'],
    getProject: ['path projectId'],
    changeProject: ['path projectId'],
    deleteProject: ['path projectId', 'query name'],
    lookAtRepository: [],
    listContextRepositories: ['path projectId'],
    addContextRepository: ['path projectId'],
    removeContextRepository: ['path projectId', 'path name'],
    listModels: ['path projectId'],
    checkModel: ['path projectId'],
    listModelKeys: ['path projectId'],
    setModelKey: ['path projectId', 'path provider'],
    deleteModelKey: ['path projectId', 'path provider'],
    listShares: ['path projectId'],
    createShare: ['path projectId', 'header Idempotency-Key'],
    revokeShare: ['path projectId', 'path shareId'],
    receiveHostWebhook: ['path projectId'],
    listKeys: ['query state', 'query limit', 'query cursor'],
    createKey: ['header Idempotency-Key'],
    getKey: ['path keyId'],
    revokeKey: ['path keyId'],
    rotateKey: ['path keyId'],
    getServerHealth: [],
  });
});

test('parameters have their bounds and defaults', () => {
  const { parameters } = operationOf(endpoints.listJobs);
  const limit = parameters.find((parameter) => parameter.name === 'limit');
  expect(limit?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 20 });
  const ofViews = operationOf(endpoints.getViews).parameters;
  expect(ofViews.find(({ name }) => name === 'limit')?.schema).toEqual({
    type: 'integer',
    minimum: 1,
    maximum: 250,
    default: 50,
  });
  expect(ofViews.find(({ name }) => name === 'offset')?.schema).toEqual({ type: 'integer', minimum: 0, default: 0 });
  expect(ofViews.find(({ name }) => name === 'dateFrom')?.schema).toMatchObject({ type: 'string' });
  expect(ofViews.find(({ name }) => name === 'purpose')?.schema).toEqual({ $ref: '#/components/schemas/Purpose' });
});

function operationOf({ path, method }: Endpoint): z.infer<typeof Operation> {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${path} is not in the document`);
  return operation;
}

/** Returns the codes of the examples, each of which must be a complete problem with its status. */
function codesOf(responses: Record<string, z.infer<typeof Response>>): ErrorCode[] {
  return Object.entries(responses).flatMap(([status, { content }]) =>
    Object.entries(content?.['application/problem+json']?.examples ?? {}).map(([name, { value }]) => {
      const problem = Problem.parse(value);
      expect(problem).toMatchObject({ code: name, status: Number(status) });
      return problem.code;
    }),
  );
}
