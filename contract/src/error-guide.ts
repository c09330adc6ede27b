import { ofCarriedJobs } from './carried-job-errors.ts';
import type { ErrorCode } from './errors.ts';
import { ofRepositories } from './repository-errors.ts';

/**
 * What an error means and what to do about it, for anyone who meets its code. Pages and `docs/errors.md` are generated
 * from it.
 */
export interface ErrorGuide {
  means: string;
  todo: string;
}

const again =
  'Wait for the seconds that `Retry-After` says, or a few seconds if there is none, and send the same request again.';
const fix = 'Correct what `errors` names, and send the request again.';

const ofRequests = {
  route_not_found: {
    means: 'Nothing is at this address.',
    todo: 'Compare it with /openapi.json, letter by letter: upper and lower case count in paths, and there is no slash at the end.',
  },
  method_not_allowed: {
    means: 'The address is right, the method is not.',
    todo: 'Use one of the methods that the header `Allow` names.',
  },
  credentials_required: {
    means: 'The request came without an API key and without a session.',
    todo: 'Send the header `Authorization: Bearer <key>`, or sign in.',
  },
  invalid_token: {
    means: 'The API key is mistyped, unknown, expired or revoked; or a sign-in link was used already or has expired.',
    todo: 'Compare the last four characters with the list of keys. Make a new key, or rotate one before it expires.',
  },
  invalid_signature: {
    means:
      'A webhook of a code host, or a request to a trigger, has no signature, or one that was made with another secret.',
    todo: 'Give the sender the secret that was shown when the project was connected or the trigger was created, or renew it.',
  },
  identity_refused: {
    means:
      'The OpenID provider knows this person, but they may not sign in here because of their domain, groups or address.',
    todo: 'Sign in with another account, or ask an owner for an invitation.',
  },
  identity_unreachable: {
    means: 'The OpenID provider does not answer, or its answer cannot be trusted.',
    todo: 'Try again in a moment. Until then, sign in by password, link or API key.',
  },
  insufficient_scope: {
    means: 'The key lacks the scope that this needs, or the role of the person does not allow it.',
    todo: 'Use a key with the scope that the detail names, or ask an owner for another role.',
  },
  address_not_allowed: {
    means: 'The key may be used only from other addresses.',
    todo: 'Use it from one of them, or make a key for this address. Behind a proxy, set COPYDESK_TRUSTED_PROXIES.',
  },
  origin_not_allowed: {
    means: 'A browser sent page views from an origin that the project does not allow.',
    todo: 'Add the origin of the site to the settings of the project.',
  },
  forbidden_origin: {
    means: 'A form, or a request with a session, did not come from a page of this server.',
    todo: 'Open the page again and use its button. Programs use an API key.',
  },
  not_found: {
    means: 'It does not exist, or you may not see it: the answer is the same in both cases.',
    todo: 'Compare the ids with those of the project. A key for one project sees nothing of the others.',
  },
  unsupported_media_type: {
    means: 'The body has a type that the endpoint does not accept.',
    todo: 'Send JSON in UTF-8, not compressed, with `Content-Type: application/json`.',
  },
  payload_too_large: {
    means: 'The body is larger than the endpoint accepts.',
    todo: 'Send less at once: up to 256 KiB, or 8 MiB for page views.',
  },
  invalid_json: {
    means: 'The body is not JSON, or not UTF-8.',
    todo: 'Let a library write the JSON. In a shell, put single quotes around all of it.',
  },
  invalid_request: { means: 'A field, parameter or header is missing or wrong.', todo: fix },
  request_timeout: {
    means: 'The request arrived too slowly.',
    todo: 'Send it again. If it happens often, check the network in between.',
  },
  headers_too_large: {
    means: 'The address and headers together are larger than 16 KiB.',
    todo: 'Send fewer or shorter ones; delete the cookies of this site.',
  },
  idempotency_key_in_flight: {
    means: 'A request with this idempotency key is still in progress.',
    todo: 'Wait a moment and send it again: the answer then contains what the first one created.',
  },
  idempotency_key_reused: {
    means: 'The idempotency key was used before with another body or address.',
    todo: 'Choose a new key for each new request, and use the same key only to repeat that request.',
  },
  quota_exceeded: {
    means: 'There were more requests within the hour, or the minute, than are allowed.',
    todo: 'Wait for the seconds that `Retry-After` says. Whoever runs the server can raise the quota.',
  },
  changed_meanwhile: {
    means: 'Somebody else has changed it since you read it.',
    todo: 'Read it again, compare both values, and send your change again if you still want it.',
  },
  overloaded: { means: 'The server already works on as many requests as it can.', todo: again },
  draining: { means: 'The server is shutting down or restarting. Nothing was accepted.', todo: again },
  database_unavailable: {
    means: 'The database cannot be reached, or does not answer as it should. The request may have been carried out.',
    todo: again,
  },
  internal: {
    means: 'The server has a bug, and has logged the error.',
    todo: 'Give the request id to whoever runs the server: the log contains the cause under this id.',
  },
} as const satisfies Partial<Record<ErrorCode, ErrorGuide>>;

const ofThings = {
  job_archived: { means: 'The job is archived, which is final.', todo: 'Create a new job.' },
  too_many_messages: {
    means: 'Twenty messages are already waiting for the agent.',
    todo: 'Wait until the job has read them.',
  },
  test_mode: {
    means: 'A test key tried to reach something outside of Copydesk, or to merge a pull request of a test.',
    todo: 'Use a live key for that. /docs/test-mode says what test keys do.',
  },
  key_ended: {
    means: 'The key was revoked, has expired or was rotated, so it cannot be rotated.',
    todo: 'Rotate the key that replaced it, or create a new one.',
  },
  last_owner: {
    means: 'This person is the last owner: without an owner nobody could manage the organisation.',
    todo: 'Make somebody else an owner first.',
  },
  too_many_shares: {
    means: 'The project has the maximum number of share links.',
    todo: 'Revoke one that is not used.',
  },
  too_many_triggers: {
    means: 'The project has the maximum number of triggers.',
    todo: 'Delete one that is not used.',
  },
  too_many_automations: {
    means: 'The project has the maximum number of automations.',
    todo: 'Delete one that is not used.',
  },
  too_many_webhooks: {
    means: 'The project has the maximum number of webhooks.',
    todo: 'Delete one that is not used.',
  },
  pull_request_draft: {
    means: 'The pull request is a draft: the checks found problems, and the model says that they are false alarms.',
    todo: 'Look at the problems, mark the pull request as ready, then merge it.',
  },
  another_must_merge: {
    means: 'In this project, those who asked for a change may not merge it, and you are one of them.',
    todo: 'Ask somebody else who may merge. A key counts as the person who created it.',
  },
  pull_request_moved: {
    means: 'The branch has a new commit since the page was opened.',
    todo: 'Look at the change as it is now, then decide again.',
  },
  nothing_not_found: {
    means: 'In these days, no missing address had that many requests, or the project collects no page views.',
    todo: 'Ask for fewer views or agents, or for more days; GET …/not-found lists the missing addresses.',
  },
  nothing_to_fix: {
    means: 'No feedback there is pending with a text: it is in progress, resolved or dismissed, or it is only a vote.',
    todo: 'Look at GET …/feedback with the status `pending`; reopen the feedback that is to be fixed again.',
  },
  pull_request_not_merged: {
    means:
      'Only a merged change has an effect on page views and can be undone; for the effect, the time of the merge must be known.',
    todo: 'Merge it, and ask again. Ask for the effect when some days have passed since the merge.',
  },
  pull_request_not_open: {
    means: 'It is merged or closed already.',
    todo: 'Send the job a message: it then continues.',
  },
  merge_conflict: {
    means: 'The base branch has changed the same lines. For an undo or a backport, the target branch has changed them.',
    todo: 'Send the job a message such as “Resolve the conflicts with the base branch”, or merge by hand. Make an undo or a backport by hand, or with a new job whose prompt says what to do.',
  },
  working_copy_dirty: {
    means: 'The repository has changes that are not committed, and merging would overwrite them.',
    todo: 'Commit or stash them there, then merge again.',
  },
  instruction_not_understood: {
    means: 'The built-in model knows a small set of instructions, and this is not one of them.',
    todo: 'Write it in one of the forms in /docs/copyeditor, or set another model for the project.',
  },
  instruction_not_applicable: {
    means: 'The instruction names something that the docs do not have.',
    todo: 'Compare the names with the docs, and send a message with the right ones.',
  },
  checks_failed: {
    means: 'The change would break links, navigation or pages, and the agent could not avoid it.',
    todo: 'Read which problems remain, and send a message that says what to do about them.',
  },
  limit_reached: {
    means: 'The job has reached its limit of steps, tokens, minutes or dollars.',
    todo: 'Send a message to let it continue, or raise the limit in the settings of the project.',
  },
  model_not_configured: {
    means: 'The model has no key or no address, its name is not known, or the project has no model for what was asked.',
    todo: 'Set the model of the project, and its key for the project or in the environment of the server.',
  },
  model_refused: { means: 'The model refused to do it.', todo: 'Rephrase the instruction, or choose another model.' },
  context_too_long: {
    means: 'The conversation is longer than the model can read.',
    todo: 'Create a new job with a narrower task, or choose a model with a larger window.',
  },
  model_failed: {
    means: 'The model was unavailable for too long, or its answers could not be used.',
    todo: 'Check the status page of its provider, and send a message to try again.',
  },
} as const satisfies Partial<Record<ErrorCode, ErrorGuide>>;

const ofServers = {
  settings_invalid: {
    means: 'A setting of the environment is not valid.',
    todo: 'Correct the variables that the detail names, and start again.',
  },
  server_unreachable: {
    means: 'A command on this machine found no Copydesk server at `COPYDESK_URL`, or it did not answer in time.',
    todo: 'Check that the server runs and that the address is right, then try again.',
  },
  port_in_use: { means: 'Another program listens on the port.', todo: 'Stop it, or set COPYDESK_PORT.' },
  database_refused: {
    means: 'The database is too old or too new, or it refuses the user.',
    todo: 'Do what the detail says, and start again.',
  },
  secret_unreadable: {
    means: 'A stored secret was encrypted with a key other than the one that the server has now.',
    todo: 'Restore the key file or COPYDESK_SECRET_KEY, or set the secret again.',
  },
  reader_rules_refused: {
    means:
      'A file of rules is unsigned, was changed, is older than the rules in force, or would count people as programs.',
    todo: 'Use the newest file of the release, and check COPYDESK_RULES_KEY. The rules in force stay.',
  },
  backup_refused: {
    means: 'A backup is damaged, incomplete, or of a newer version.',
    todo: 'Nothing was changed. Use another backup, or the version of Copydesk that made this one.',
  },
  answer_unknown: {
    means: 'The server at this address is not Copydesk, or it redirects to another address.',
    todo: 'Give the address of Copydesk itself. The key was sent to the given address and nowhere else.',
  },
  server_machine_needed: {
    means: 'The command works on the database of the server, and an API key gives no access to it.',
    todo: 'Run it on the machine of the server, in the folder of the server or with its settings.',
  },
  data_directory_refused: {
    means: 'The data folder cannot be written, or its file system is not suitable.',
    todo: 'Give the user of the server the right to write there, or set COPYDESK_DATA_DIR.',
  },
} as const satisfies Partial<Record<ErrorCode, ErrorGuide>>;

/** The guide of every code. */
export const errorGuide: Record<ErrorCode, ErrorGuide> = {
  ...ofRequests,
  ...ofThings,
  ...ofRepositories,
  ...ofServers,
  ...ofCarriedJobs,
};
