import type { ApiKey, CreatedKey, KeyList } from '@copydesk/contract';

const key: ApiKey = {
  id: 'key_4fN1cZ0yQm8sT6vB2xK9dL',
  name: 'CI of the handbook',
  hint: 'p2Qx',
  test: false,
  state: 'valid',
  scopes: ['agent:read', 'agent:write'],
  projectId: 'prj_6sVb3XqT9dLw4NcR7Kp2mZ',
  allowedAddresses: ['192.0.2.0/24'],
  createdAt: '2026-01-05T09:00:00.000Z',
  createdBy: 'Ann Example',
  expiresAt: '2026-04-05T09:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
  rotatedTo: null,
};

const created: CreatedKey = { ...key, key: 'desk_…' };

const keyList: KeyList = { keys: [key], nextCursor: null };

/** An example of each shape that the endpoints of API keys answer, by its name. */
export const keyExamples = { ApiKey: key, CreatedKey: created, KeyList: keyList } as const;

/** What it takes to make one. */
export const keyBody = {
  name: key.name,
  scopes: key.scopes,
  projectId: key.projectId,
  expiresAt: '2026-04-05',
  allowedAddresses: key.allowedAddresses,
};
