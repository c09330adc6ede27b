/**
 * The one table of everything that can go wrong, as clients see it. `code` is stable, `status` is the HTTP status (RFC
 * 9110) of a reply with this code. A job that fails has one of the same codes in `error.code`. `retryable` says whether
 * the same request or message may succeed later without a change by the caller.
 */
export const errorTable = {
  route_not_found: { status: 404, title: 'No such endpoint', retryable: false },
  method_not_allowed: { status: 405, title: 'Method not allowed', retryable: false },
  credentials_required: { status: 401, title: 'Credentials required', retryable: false },
  invalid_token: { status: 401, title: 'The API key is not valid', retryable: false },
  invalid_signature: { status: 401, title: 'The signature is not valid', retryable: false },
  insufficient_scope: { status: 403, title: 'Not allowed with this key or role', retryable: false },
  address_not_allowed: { status: 403, title: 'The API key is not allowed from this address', retryable: false },
  origin_not_allowed: { status: 403, title: 'The origin is not allowed to send views', retryable: false },
  forbidden_origin: { status: 403, title: 'The form was sent from another site', retryable: false },
  identity_refused: { status: 403, title: 'Not signed in by the OpenID provider', retryable: false },
  not_found: { status: 404, title: 'Not found', retryable: false },
  unsupported_media_type: { status: 415, title: 'Unsupported media type', retryable: false },
  payload_too_large: { status: 413, title: 'The body is too large', retryable: false },
  invalid_json: { status: 400, title: 'The body is not valid JSON', retryable: false },
  invalid_request: { status: 400, title: 'The request is not valid', retryable: false },
  request_timeout: { status: 408, title: 'The request took too long to arrive', retryable: true },
  headers_too_large: { status: 431, title: 'The address and headers are too large', retryable: false },
  idempotency_key_in_flight: {
    status: 409,
    title: 'A request with this idempotency key is in flight',
    retryable: true,
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The idempotency key was used for another request',
    retryable: false,
  },
  quota_exceeded: { status: 429, title: 'Quota exceeded', retryable: true },
  changed_meanwhile: { status: 409, title: 'Somebody else has changed it', retryable: false },
  job_archived: { status: 409, title: 'The job is archived', retryable: false },
  too_many_messages: { status: 409, title: 'Too many queued messages', retryable: true },
  test_mode: { status: 409, title: 'Not in test mode', retryable: false },
  key_ended: { status: 409, title: 'The API key has ended', retryable: false },
  last_owner: { status: 409, title: 'The last owner must stay', retryable: false },
  too_many_shares: { status: 409, title: 'Too many share links', retryable: false },
  too_many_triggers: { status: 409, title: 'Too many triggers', retryable: false },
  too_many_automations: { status: 409, title: 'Too many automations', retryable: false },
  too_many_webhooks: { status: 409, title: 'Too many webhooks', retryable: false },
  pull_request_draft: { status: 409, title: 'The pull request is a draft', retryable: false },
  another_must_merge: { status: 403, title: 'Somebody else has to merge this', retryable: false },
  pull_request_moved: { status: 409, title: 'The pull request has changed', retryable: true },
  nothing_not_found: { status: 409, title: 'Nothing to repair', retryable: false },
  nothing_to_fix: { status: 409, title: 'Nothing to fix', retryable: false },
  pull_request_not_merged: { status: 409, title: 'The pull request is not merged', retryable: true },
  nothing_to_carry: { status: 409, title: 'The job has changed nothing', retryable: false },
  already_undone: { status: 409, title: 'The job is undone already', retryable: false },
  already_backported: { status: 409, title: 'The job is backported already', retryable: false },
  change_not_found: { status: 422, title: 'The merged change cannot be found', retryable: false },
  pull_request_not_open: { status: 409, title: 'The pull request is not open', retryable: false },
  merge_conflict: { status: 409, title: 'The branches conflict', retryable: false },
  working_copy_dirty: { status: 409, title: 'The working copy has uncommitted changes', retryable: false },
  overloaded: { status: 503, title: 'Overloaded', retryable: true },
  identity_unreachable: { status: 503, title: 'The OpenID provider cannot be reached', retryable: true },
  draining: { status: 503, title: 'The server is shutting down', retryable: true },
  database_unavailable: { status: 503, title: 'The database is unavailable', retryable: true },
  internal: { status: 500, title: 'Internal error', retryable: true },

  instruction_not_understood: { status: 422, title: 'The instruction was not understood', retryable: false },
  instruction_not_applicable: { status: 422, title: 'The instruction does not fit the docs', retryable: false },
  checks_failed: { status: 422, title: 'The change would break the docs', retryable: false },
  limit_reached: { status: 422, title: 'A limit of the job was reached', retryable: true },
  model_not_configured: { status: 422, title: 'The model is not configured', retryable: false },
  model_refused: { status: 422, title: 'The model refused', retryable: false },
  context_too_long: { status: 422, title: 'The conversation is too long for the model', retryable: false },
  model_failed: { status: 502, title: 'The model did not answer usefully', retryable: true },
  repository_not_found: { status: 422, title: 'The repository was not found', retryable: false },
  repository_empty: { status: 422, title: 'The repository has no commits', retryable: false },
  repository_unauthorized: { status: 422, title: 'The repository asks for credentials', retryable: false },
  repository_archived: { status: 422, title: 'The repository is archived', retryable: false },
  repository_moved: { status: 422, title: 'The repository has moved', retryable: false },
  repository_unreachable: { status: 503, title: 'The repository cannot be reached', retryable: true },
  repository_not_docs: { status: 422, title: 'The repository has no docs', retryable: false },
  repository_invalid: { status: 422, title: 'The repository address is not valid', retryable: false },
  ref_not_found: { status: 422, title: 'The branch was not found', retryable: false },
  no_questions: { status: 422, title: 'The repository keeps no questions', retryable: false },
  path_refused: { status: 422, title: 'The path is refused', retryable: false },
  file_refused: { status: 422, title: 'The file is refused', retryable: false },
  too_large_change: { status: 422, title: 'The change is too large', retryable: false },
  secret_found: { status: 422, title: 'The change contains a secret', retryable: false },
  branch_protected: { status: 422, title: 'The branch is protected', retryable: false },
  push_rejected: { status: 409, title: 'The push was rejected', retryable: true },
  pull_request_failed: { status: 502, title: 'The pull request was not opened', retryable: true },
  code_host_unauthorized: { status: 422, title: 'The code host refuses the credentials', retryable: false },
  code_host_forbidden: { status: 422, title: 'The credentials lack a permission at the code host', retryable: false },
  code_host_limited: { status: 503, title: 'The code host limits requests', retryable: true },
  code_host_unreachable: { status: 503, title: 'The code host cannot be reached', retryable: true },
  storage_full: { status: 503, title: 'The disk is full', retryable: true },
  lease_lost: { status: 409, title: 'Another worker has taken the job', retryable: true },

  settings_invalid: { status: 500, title: 'The settings are not valid', retryable: false },
  server_unreachable: { status: 503, title: 'The server cannot be reached', retryable: true },
  port_in_use: { status: 500, title: 'The port is in use', retryable: false },
  database_refused: { status: 500, title: 'The database cannot be used', retryable: false },
  secret_unreadable: { status: 500, title: 'A stored secret cannot be read', retryable: false },
  reader_rules_refused: { status: 500, title: 'The rules on readers were not accepted', retryable: false },
  backup_refused: { status: 500, title: 'The backup cannot be restored', retryable: false },
  answer_unknown: { status: 502, title: 'The answer is not from Copydesk', retryable: false },
  server_machine_needed: { status: 501, title: "Only on the server's machine", retryable: false },
  data_directory_refused: { status: 500, title: 'The data directory cannot be used', retryable: false },
} as const satisfies Record<string, { status: number; title: string; retryable: boolean }>;

/** A stable name of an error: a key of {@link errorTable}. */
export type ErrorCode = keyof typeof errorTable;

/** All codes of the table. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys is typed string[] whatever it is given
export const errorCodes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

/**
 * One invalid field: where it is (a JSON pointer, RFC 6901, or the name of a parameter or header) and why it is
 * invalid.
 */
export interface FieldError {
  pointer?: string;
  parameter?: string;
  header?: string;
  detail: string;
}

/** What a {@link CopydeskError} may contain besides its code and detail. */
export interface ErrorExtras {
  errors?: FieldError[];
  retryAfterSeconds?: number;
  /** Whether a retry may succeed, where the table's value does not fit this error. */
  retryable?: boolean;
  cause?: unknown;
}

/**
 * The only error that is thrown on purpose. `detail` is written for the caller: what was found, what is needed, what to
 * do. It never contains a secret. `cause` is only for the log.
 */
export class CopydeskError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[];
  readonly retryAfterSeconds: number | undefined;
  readonly retryable: boolean;

  constructor(code: ErrorCode, detail: string, extras: ErrorExtras = {}) {
    super(detail, { cause: extras.cause });
    this.name = 'CopydeskError';
    this.code = code;
    this.errors = extras.errors ?? [];
    this.retryAfterSeconds = extras.retryAfterSeconds;
    this.retryable = extras.retryable ?? errorTable[code].retryable;
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

/** Whether `error` is a {@link CopydeskError}, and has the given code if one is given. */
export function isCopydeskError(error: unknown, code?: ErrorCode): error is CopydeskError {
  return error instanceof CopydeskError && (code === undefined || error.code === code);
}
