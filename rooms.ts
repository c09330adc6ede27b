/**
 * The rooms of the server and what each may import besides itself. The lint rules for arrows are made from this table.
 * `docs/tour.md` draws it.
 */
const server = 'server/src';

/**
 * `schemas: false`: the room runs in processes and tests that parse no request, and loading all schemas takes a tenth
 * of a second.
 */
const rooms: Record<string, { imports: string[]; instead: string; schemas?: false }> = {
  postgres: { imports: [], instead: 'It knows tables, not what they are for: take what you need by argument.' },
  backup: {
    imports: ['postgres'],
    instead: 'It knows tables and files, not what is in them: take what you need by argument.',
  },
  audit: { imports: ['postgres'], instead: 'It writes down what others do: take what you need by argument.' },
  people: {
    imports: ['postgres', 'secrets'],
    instead: 'It knows who people are, not what they do: take what you need by argument.',
  },
  projects: { imports: ['postgres', 'secrets'], instead: 'Take what you need by argument; main.ts wires it.' },
  jobs: { imports: ['postgres'], instead: 'Take what you need by argument; main.ts wires it.' },
  'pull-requests': { imports: ['postgres'], instead: 'Take what you need by argument; main.ts wires it.' },
  analytics: {
    imports: ['postgres', 'network', 'threads'],
    instead: 'Take what you need by argument; main.ts wires it.',
  },
  secrets: { imports: [], instead: 'It seals texts, whatever they are for: take what you need by argument.' },
  'open-id': {
    imports: ['network'],
    instead: 'It knows a provider, not who may come in: take what you need by argument.',
  },
  network: { imports: [], instead: 'It knows addresses, not who asks for them: take what you need by argument.' },
  webhooks: {
    imports: ['postgres', 'secrets', 'network'],
    instead: 'Take what you need by argument; main.ts wires it.',
  },
  triggers: {
    imports: ['postgres', 'secrets'],
    instead: 'It makes prompts of what others send: take what you need by argument.',
  },
  automations: {
    imports: ['postgres', 'audit', 'projects', 'jobs'],
    instead: 'It decides when jobs begin: declare what you need to see as an interface in automations/ports.ts.',
  },
  feedback: {
    imports: ['postgres', 'jobs'],
    instead: 'It keeps what readers say: take what you need by argument.',
  },
  reports: {
    imports: ['postgres', 'analytics', 'jobs', 'feedback', 'code-hosts'],
    instead: 'It tells what others have counted and done: take what you need by argument.',
  },
  mail: { imports: ['network'], instead: 'It sends a mail, whatever is in it: take what you need by argument.' },
  threads: { imports: [], instead: 'It starts and ends threads, whatever they do: take what you need by argument.' },
  sitemap: { imports: ['network'], instead: 'It knows an address, not whose it is: take what you need by argument.' },
  workspace: { imports: ['threads'], instead: 'It knows git alone: take what you need by argument.', schemas: false },
  docs: {
    imports: ['threads'],
    instead: 'It is given a tree: declare what you need of it as an interface in docs/.',
    schemas: false,
  },
  mandate: {
    imports: [],
    instead: "It knows paths and a project's settings, nothing of a repository: take what you need by argument.",
    schemas: false,
  },
  leaks: {
    imports: [],
    instead: 'It is given texts, whatever they are of: take what you need by argument.',
    schemas: false,
  },
  'style-check': {
    imports: [],
    instead: 'It is given trees and a program: take what you need by argument.',
    schemas: false,
  },
  questions: {
    imports: ['threads'],
    instead: 'It is given trees, whatever they are of: take what you need by argument.',
    schemas: false,
  },
  telemetry: {
    imports: ['agent'],
    instead: 'It tells of spans, whatever they are of: take what you need by argument.',
  },
  metrics: {
    imports: ['agent', 'network'],
    instead: 'It counts what it is told, whatever it is of: take what you need by argument.',
  },
  agent: {
    imports: ['network'],
    instead: 'Declare what you need as an interface in agent/ports.ts; the worker hands it in.',
  },
  'code-hosts': {
    imports: ['network'],
    instead: 'Declare what you need as an interface in code-hosts/; main.ts wires it.',
  },
  desk: {
    imports: [
      'postgres',
      'audit',
      'people',
      'projects',
      'jobs',
      'pull-requests',
      'triggers',
      'automations',
      'webhooks',
      'feedback',
    ],
    instead: 'Each verb is done here once, for pages, API and commands: take what you need by argument.',
  },
  http: {
    imports: [
      'desk',
      'audit',
      'people',
      'projects',
      'jobs',
      'pull-requests',
      'analytics',
      'triggers',
      'automations',
      'webhooks',
      'network',
      'feedback',
      'reports',
    ],
    instead: 'Declare what you need as an interface in http/services.ts; main.ts hands it in.',
  },
  pages: {
    imports: [
      'http',
      'desk',
      'audit',
      'people',
      'projects',
      'jobs',
      'pull-requests',
      'analytics',
      'automations',
      'triggers',
      'webhooks',
      'feedback',
      'reports',
      'code-hosts',
    ],
    instead: 'Declare what you need as an interface in pages/needs.ts; wiring hands it in.',
  },
  manual: {
    imports: ['docs', 'http', 'pages'],
    instead: 'It shows files of this repository, and asks nobody for anything: take what you need by argument.',
  },
  mcp: {
    imports: ['http'],
    instead: 'It asks the API, as every client does, and does nothing itself: take what you need by argument.',
  },
  remote: {
    imports: ['operator', 'analytics', 'projects', 'code-hosts', 'network'],
    instead: 'It does over HTTP what the operator declares: take what you need by argument.',
  },
  operator: {
    imports: [
      'desk',
      'audit',
      'people',
      'projects',
      'jobs',
      'pull-requests',
      'analytics',
      'webhooks',
      'reports',
      'code-hosts',
    ],
    instead: 'Declare what you need as an interface in operator/; main.ts hands it in.',
  },
  worker: {
    imports: [
      'postgres',
      'audit',
      'projects',
      'jobs',
      'pull-requests',
      'analytics',
      'automations',
      'webhooks',
      'reports',
      'mail',
      'sitemap',
      'workspace',
      'docs',
      'mandate',
      'leaks',
      'style-check',
      'questions',
      'agent',
      'code-hosts',
      'feedback',
    ],
    instead: 'The worker never sees http, nor http the worker; both speak through jobs/.',
  },
};

/**
 * Returns one lint override per room: every import that the room's row does not list is an error that says what to do.
 */
export function roomRules() {
  return Object.entries(rooms).map(([room, { imports, instead, schemas }]) => ({
    files: [`${server}/${room}/**/*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            ...Object.keys(rooms)
              .filter((other) => other !== room && !imports.includes(other))
              .map((other) => ({
                regex: `^(\\.\\./)+${other}/`,
                message: `${room}/ may not import ${other}/. ${instead}`,
              })),
            ...(schemas === false ? [withoutSchemas] : []),
            {
              regex: '^(\\.\\./)+(main\\.ts|command-line\\.ts|settings\\.ts|settings-forms\\.ts|wiring/)',
              message: `${room}/ may not import main.ts, settings.ts or wiring/: take what they know by argument.`,
            },
          ],
        },
      ] as ['error', { patterns: RestrictedImport[] }],
    },
  }));
}

interface RestrictedImport {
  regex: string;
  message: string;
  allowTypeImports?: boolean;
}

const withoutSchemas: RestrictedImport = {
  regex: '^@copydesk/contract$',
  message: 'This room throws errors of the contract and parses none of its shapes: import @copydesk/contract/errors.',
  allowTypeImports: true,
};

/**
 * The tracker runs in other people's sites and the client in other people's programs, on edge runtimes too. They speak
 * only HTTP, and import nothing but themselves.
 */
export function outsideRules() {
  return ['tracker', 'client'].map((library) => ({
    files: [`${library}/src/**/*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^[^.]|^(\\.\\./)+(server|client|tracker|contract|bench)/',
              message: `${library}/ may import nothing but itself: take what you need by argument, or from the runtime.`,
            },
          ],
        },
      ] as ['error', { patterns: { regex: string; message: string }[] }],
    },
  }));
}
