import { CopydeskError } from '@copydesk/contract';
import type { Database } from '../postgres/database.ts';
import type { SecretBox } from '../secrets/box.ts';

/** The model providers for which a project may have its own key or address. */
export const modelProviders = ['anthropic', 'openai', 'google', 'compatible'] as const;

export type ModelProvider = (typeof modelProviders)[number];

/** A project's own settings for a provider. The key is read separately, when a model is called. */
export interface ModelKey {
  provider: ModelProvider;
  /** Null for the installation's address. */
  baseUrl: string | null;
  /** The last four characters of the key; '' when there is none. */
  hint: string;
  updatedAt: Date;
}

/** The last four characters of a shorter key would reveal too much of it. */
const shortestHinted = 12;

/**
 * Stores a key, an address or both for the jobs of a project, in place of the previous ones.
 *
 * @throws CopydeskError `invalid_request` for a key with white space or control characters in it;
 *   `data_directory_refused`.
 */
export async function setModelKey(
  db: Database,
  box: SecretBox,
  draft: { projectId: string; provider: ModelProvider; key: string | undefined; baseUrl: string | undefined },
): Promise<ModelKey> {
  const { projectId, provider, baseUrl = null } = draft;
  const key = draft.key === undefined ? undefined : checkKey(draft.key);
  const values = {
    base_url: baseUrl,
    key: key === undefined ? null : await box.seal(key, purposeOf(projectId, provider)),
    hint: key === undefined || key.length < shortestHinted ? '' : key.slice(-4),
  };
  const row = await db
    .insertInto('model_key')
    .values({ project_id: projectId, provider, ...values })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'provider']).doUpdateSet({ ...values, updated_at: new Date() }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
  return present(row);
}

/** Lists for which providers a project has a key or an address of its own. It opens no key, so that none can fail. */
export async function listModelPlaces(
  db: Database,
  projectId: string,
): Promise<{ provider: ModelProvider; baseUrl: string | null; hasKey: boolean }[]> {
  const rows = await db
    .selectFrom('model_key')
    .select(({ eb }) => ['provider', 'base_url', eb('key', 'is not', null).as('hasKey')])
    .where('project_id', '=', projectId)
    .execute();
  return rows.flatMap(({ provider, base_url: baseUrl, hasKey }) => {
    const known = modelProviders.find((name) => name === provider);
    return known === undefined ? [] : [{ provider: known, baseUrl, hasKey: Boolean(hasKey) }];
  });
}

/** Lists a project's own provider settings, by provider. */
export async function listModelKeys(db: Database, projectId: string): Promise<ModelKey[]> {
  const rows = await db
    .selectFrom('model_key')
    .select(columns)
    .where('project_id', '=', projectId)
    .orderBy('provider')
    .execute();
  return rows.map(present);
}

/** Deletes a project's own settings for a provider. @returns whether there were any. */
export async function deleteModelKey(db: Database, projectId: string, provider: ModelProvider): Promise<boolean> {
  const deleted = await db
    .deleteFrom('model_key')
    .where('project_id', '=', projectId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** What the jobs of a project call a provider with, as far as the project has its own settings. */
export interface OpenModelKey {
  provider: ModelProvider;
  key: string | undefined;
  baseUrl: string | undefined;
}

/**
 * Returns a project's own keys and addresses of these providers.
 *
 * @throws CopydeskError `secret_unreadable` for a key that was sealed with another secret.
 */
export async function openModelKeys(
  db: Database,
  box: SecretBox,
  projectId: string,
  providers: readonly ModelProvider[],
): Promise<OpenModelKey[]> {
  const rows = await db
    .selectFrom('model_key')
    .select(['provider', 'key', 'base_url'])
    .where('project_id', '=', projectId)
    .where('provider', 'in', providers)
    .execute();
  return await Promise.all(
    rows.map(async (row) => {
      const provider = providerOf(row);
      const key = row.key === null ? undefined : await box.open(row.key, purposeOf(projectId, provider));
      return { provider, key, baseUrl: row.base_url ?? undefined };
    }),
  );
}

/** A key is sent in a header: characters that cannot appear there were pasted by mistake. */
function checkKey(text: string): string {
  const key = text.trim();
  if (key !== '' && key.length <= 1000 && /^[\x21-\x7e]+$/.test(key)) return key;
  throw new CopydeskError(
    'invalid_request',
    'The key is empty, too long, or holds more than one word. Give it alone.',
    {
      errors: [{ pointer: '/key', detail: 'must be one word of up to 1,000 ASCII characters' }],
    },
  );
}

function purposeOf(projectId: string, provider: ModelProvider): string {
  return `model key ${projectId} ${provider}`;
}

const columns = ['provider', 'base_url', 'hint', 'updated_at'] as const;

function present(row: { provider: string; base_url: string | null; hint: string; updated_at: Date }): ModelKey {
  return { provider: providerOf(row), baseUrl: row.base_url, hint: row.hint, updatedAt: row.updated_at };
}

function providerOf(row: { provider: string }): ModelProvider {
  const provider = modelProviders.find((name) => name === row.provider);
  if (provider === undefined) throw new Error(`The database names the provider ${row.provider}`);
  return provider;
}
