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

const again = 'Send the same request again after the seconds of `Retry-After`, or after a few where there is none.';
const fix = 'Correct what `errors` names, and send the request again.';

const ofRequests = {
  route_not_found: {
    means: 'Nothing is at this address.',
    todo: 'Compare it with /openapi.json, letter by letter: paths are told apart by case, and have no slash at the end.',
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
    means: 'The API key is mistyped, unknown, expired or revoked; a sign-in link was used or has run out.',
    todo: 'Compare the last four characters with the list of keys. Make a new key, or rotate one before it expires.',
  },
  invalid_signature: {
    means:
      'A webhook of a code host, or a request to a trigger, has no signature, or one that was made with another secret.',
    todo: 'Set the secret at the sender to the one that connecting the project, or making the trigger, has shown, or renew it.',
  },
  identity_refused: {
    means:
      'The OpenID provider knows this person, and they may not come in: by their domain, their groups or their address.',
    todo: 'Sign in with another account, or ask an owner for an invitation.',
  },
  identity_unreachable: {
    means: 'The OpenID provider does not answer, or not in a way that can be trusted.',
    todo: 'Try again in a moment; sign in by password, link or API key meanwhile.',
  },
  insufficient_scope: {
    means: 'The key lacks the scope that this needs, or the role of the person does not allow it.',
    todo: 'Use a key with the scope that the detail names, or ask an owner for another role.',
  },
  address_not_allowed: {
    means: 'The key may be used from other addresses only.',
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
    means: 'It is not there, or it is not yours to see: both are answered alike.',
    todo: 'Compare the ids with those of the project. A key for one project sees nothing of the others.',
  },
  unsupported_media_type: {
    means: 'The body is of another type than the endpoint takes.',
    todo: 'Send JSON in UTF-8, not compressed, with `Content-Type: application/json`.',
  },
  payload_too_large: {
    means: 'The body is larger than the endpoint takes.',
    todo: 'Send less at once: 256 KiB, 8 MiB for page views.',
  },
  invalid_json: {
    means: 'The body is not JSON, or not UTF-8.',
    todo: 'Let a library write it; a shell wants single quotes around the whole.',
  },
  invalid_request: { means: 'A field, parameter or header is missing or wrong.', todo: fix },
  request_timeout: {
    means: 'The request arrived too slowly.',
    todo: 'Send it again. Where it happens often, look at the network in between.',
  },
  headers_too_large: {
    means: 'The address and headers together are larger than 16 KiB.',
    todo: 'Send fewer or shorter ones; delete the cookies of this site.',
  },
  idempotency_key_in_flight: {
    means: 'A request with this idempotency key is still being worked on.',
    todo: 'Wait a moment and send it again: it is answered with what the first one made.',
  },
  idempotency_key_reused: {
    means: 'The idempotency key came before with another body or address.',
    todo: 'Choose a new key for each new request, and keep it for its repetitions.',
  },
  quota_exceeded: {
    means: 'More was asked for within the hour, or the minute, than is allowed.',
    todo: 'Wait for the seconds of `Retry-After`. Who runs the server can raise the quota.',
  },
  changed_meanwhile: {
    means: 'Somebody else has changed it since you have read it.',
    todo: 'Read it again, look at both values, and send your change once more if it still holds.',
  },
  overloaded: { means: 'More requests are at work than the server has room for.', todo: again },
  draining: { means: 'The server is shutting down or starting anew. Nothing was accepted.', todo: again },
  database_unavailable: {
    means: 'The database cannot be reached, or does not answer as it should. What was asked for may have been done.',
    todo: again,
  },
  internal: {
    means: 'The server has a fault, and has logged it.',
    todo: 'Give the request id to who runs the server: the log has the cause under it.',
  },
} as const satisfies Partial<Record<ErrorCode, ErrorGuide>>;

const ofThings = {
  job_archived: { means: 'The job is archived, which is final.', todo: 'Create a new job.' },
  too_many_messages: {
    means: 'Twenty messages wait for the agent already.',
    todo: 'Wait until the job has read them.',
  },
  test_mode: {
    means: 'A test key was to reach something outside of Copydesk, or to merge what a test has made.',
    todo: 'Use a live key for that. What test keys do is told in docs/test-mode.md.',
  },
  key_ended: {
    means: 'The key is revoked, has expired or was rotated, and cannot be rotated.',
    todo: 'Rotate the key that took its place, or make a new one.',
  },
  last_owner: {
    means: 'Without this person nobody could run the organisation.',
    todo: 'Make somebody else an owner first.',
  },
  too_many_shares: {
    means: 'The project has as many share links as it may have.',
    todo: 'Revoke one that is not used.',
  },
  too_many_triggers: {
    means: 'The project has as many triggers as it may have.',
    todo: 'Delete one that is not used.',
  },
  too_many_automations: {
    means: 'The project has as many automations as it may have.',
    todo: 'Delete one that is not used.',
  },
  too_many_webhooks: {
    means: 'The project has as many webhooks as it may have.',
    todo: 'Delete one that is not used.',
  },
  pull_request_draft: {
    means: 'The pull request is a draft: the checks found problems that the model says are none.',
    todo: 'Look at them, mark it as ready, then merge it.',
  },
  another_must_merge: {
    means: 'In this project another merges than those who asked for the change, and you are one of them.',
    todo: 'Ask somebody else who may merge. Keys count as those who made them.',
  },
  pull_request_moved: {
    means: 'The branch has got another commit since the page was opened.',
    todo: 'Look at the change as it is now, then decide again.',
  },
  nothing_not_found: {
    means: 'No address was asked for so often and not found in these days, or no page views are collected.',
    todo: 'Ask for fewer views or agents, or more days; GET …/not-found shows what was asked for.',
  },
  nothing_to_fix: {
    means:
      'None of what readers say there is pending with words: it is in progress, resolved or dismissed, or was a vote alone.',
    todo: 'Look at GET …/feedback with the status `pending`; reopen what is to be fixed again.',
  },
  pull_request_not_merged: {
    means:
      'Only what was merged has an effect on page views and can be undone, and of the effect it must be known when that was.',
    todo: 'Merge it, and ask again; of its effect when days have passed.',
  },
  pull_request_not_open: { means: 'It is merged or closed already.', todo: 'Send the job a message to go on.' },
  merge_conflict: {
    means: 'The base branch has changed the same lines; of an undo or a backport, the branch that it is for has.',
    todo: 'Send the job a message such as “Resolve the conflicts with the base branch”, or merge by hand. An undo or a backport is made by hand, or by a new job that is told what to do.',
  },
  working_copy_dirty: {
    means: 'The repository has changes that are not committed, and merging would overwrite them.',
    todo: 'Commit or stash them there, then merge again.',
  },
  instruction_not_understood: {
    means: 'The built-in model knows a small set of instructions, and this is none of them.',
    todo: 'Say it in one of the forms of docs/copyeditor.md, or give the project another model.',
  },
  instruction_not_applicable: {
    means: 'The instruction names something that the docs do not have.',
    todo: 'Compare the names with the docs, and send a message with the right ones.',
  },
  checks_failed: {
    means: 'The change would break links, navigation or pages, and the agent found no way around.',
    todo: 'Read which problems are left; send a message that says what to do about them.',
  },
  limit_reached: {
    means: 'The job has used as many steps, tokens, minutes or dollars as it may.',
    todo: 'Send a message to let it go on, or raise the limit in the settings of the project.',
  },
  model_not_configured: {
    means: 'The model has no key, no address, or is not known.',
    todo: 'Set its key for the project, or in the environment of the server.',
  },
  model_refused: { means: 'The model has refused to do it.', todo: 'Say it in other words, or choose another model.' },
  context_too_long: {
    means: 'The conversation is longer than the model can read.',
    todo: 'Create a new job with a narrower task, or choose a model with a larger window.',
  },
  model_failed: {
    means: 'The model was away for too long, or its answers could not be used.',
    todo: 'Send a message to try again; look at the status page of its provider.',
  },
} as const satisfies Partial<Record<ErrorCode, ErrorGuide>>;

const ofServers = {
  settings_invalid: {
    means: 'A setting of the environment is not valid.',
    todo: 'Correct the variables that the detail names, and start again.',
  },
  server_unreachable: {
    means: 'A command on this machine found no Copydesk server at `COPYDESK_URL`, or it did not answer in time.',
    todo: 'Look whether the server runs and whether the address is right, then try again.',
  },
  port_in_use: { means: 'Another program listens on the port.', todo: 'Stop it, or set COPYDESK_PORT.' },
  database_refused: {
    means: 'The database is too old, too new, or refuses the user.',
    todo: 'Do what the detail says, and start again.',
  },
  secret_unreadable: {
    means: 'A stored secret was sealed with another key than the server has now.',
    todo: 'Restore the key file, or COPYDESK_SECRET_KEY, or set the secret anew.',
  },
  reader_rules_refused: {
    means: 'A file of rules is unsigned, changed, older than those in force, or would count people as programs.',
    todo: 'Take the newest file of the release, and see COPYDESK_RULES_KEY. The rules in force stay.',
  },
  backup_refused: {
    means: 'A backup is broken, not whole, or of a newer version.',
    todo: 'Nothing was changed. Take another backup, or the version of Copydesk that made this one.',
  },
  answer_unknown: {
    means: 'What answers at the address of the server is not Copydesk, or redirects elsewhere.',
    todo: 'Give the address of Copydesk itself. The key was sent there and nowhere else.',
  },
  server_machine_needed: {
    means: 'The command works on the database of the server, which no key opens.',
    todo: 'Run it on the machine of the server, in the folder of the server or with its settings.',
  },
  data_directory_refused: {
    means: 'The data folder cannot be written, or is on a file system that does not do.',
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
