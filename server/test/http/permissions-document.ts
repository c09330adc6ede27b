import { endpoints, roles, scopesOfRole } from '@copydesk/contract';
import type { Endpoint, Role } from '@copydesk/contract';
import { tagOf } from '../../src/http/openapi/tags.ts';
import { protections } from '../../src/projects/protection.ts';

/** Whether a person of the role may call an endpoint. */
export function mayCall(role: Role, { scope, anyScope, account, people, editors }: Endpoint): boolean {
  if (scope === null) return false;
  return (
    role === 'owner' ||
    anyScope === true ||
    account === true ||
    people === true ||
    scopesOfRole[role].includes(scope) ||
    (role === 'editor' && editors === true)
  );
}

/** Returns `docs/permissions.md`, generated from the endpoints and the protected settings. */
export function permissionsDocument(): string {
  const groups = Map.groupBy(Object.entries<Endpoint>(endpoints), ([, endpoint]) => tagOf(endpoint));
  return `---
description: Who may read and change what, by role and by key, endpoint by endpoint.
---

# Who may do what

People have one of three roles: ${roles.map((role) => `**${role}**`).join(', ')}. Keys have scopes, and \`admin\` includes all of them. The desk
sends what it changes through the same checks as the API, so this table holds for its forms, too. A key that is for one project reaches
nothing else, and a test key nothing live.

A request by somebody who may not is answered with \`403\` and \`insufficient_scope\`. What belongs to another organisation, or to another
project than the key's, is answered with \`404\` like what does not exist.

${[...groups].map(([tag, all]) => `## ${tag}\n\n${tableOf(all)}`).join('\n\n')}

## Settings that protect the repository

\`PATCH /v1/projects/{projectId}\` and the forms of the desk let an editor raise each of these, and only an owner, or a key with \`admin\`,
lower it. The project's page and each pull request say what is lower than usual, with who changed it and when; the audit log has every change.

${protections.map((name) => `- \`${name}\``).join('\n')}

\`mergeBy\` and \`mergePolicy\`, which decide who merges and what is merged without a person, are changed by owners and admin keys alone, in either
direction. So is a repository on [the machine of Copydesk](security.md#repositories-on-the-same-machine), in folders that the operator allows.
`;
}

function tableOf(all: readonly [string, Endpoint][]): string {
  const rows = all.map(([, endpoint]) => {
    const may = (role: Role) => (mayCall(role, endpoint) ? 'yes' : '');
    return `| ${endpoint.summary} | \`${endpoint.method} ${endpoint.path}\` | ${may('viewer')} | ${may('editor')} | ${may('owner')} | ${keyOf(endpoint)} |`;
  });
  return `| | Endpoint | Viewer | Editor | Owner | Key |\n|---|---|---|---|---|---|\n${rows.join('\n')}`;
}

function keyOf({ scope, anyScope, account, keyless }: Endpoint): string {
  if (scope === null) return 'none: the sender proves that it knows a secret';
  if (account === true) return 'none: it is of a person';
  if (anyScope === true) return 'any';
  return `\`${scope}\`${keyless === true ? ', or none, from a page of an allowed origin' : ''}`;
}
