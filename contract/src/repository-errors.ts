import type { ErrorCode } from './errors.ts';

/** Errors of the repository of a project, and of its code host. */
export const ofRepositories = {
  repository_not_found: {
    means: 'No repository is at the address, or the credentials may not see it.',
    todo: 'Compare the address with the one at the code host, and check what the credentials may see.',
  },
  repository_empty: { means: 'The repository has no commits.', todo: 'Push a first commit, then try again.' },
  repository_unauthorized: {
    means: 'The repository requires credentials, or refuses those of the project.',
    todo: 'Connect the project with its code host, with valid credentials.',
  },
  repository_archived: {
    means: 'The repository is archived at the code host, and accepts no changes.',
    todo: 'Unarchive it, or set another repository for the project.',
  },
  repository_moved: {
    means: 'The repository has another address now.',
    todo: 'Set the new address in the settings of the project.',
  },
  repository_unreachable: {
    means: 'The server of the repository does not answer.',
    todo: 'Check that this machine can reach it, and try again later.',
  },
  repository_not_docs: {
    means: 'The repository, or its docs folder, has no Markdown.',
    todo: 'Set the docs folder in the settings of the project.',
  },
  repository_invalid: {
    means: 'The address of the repository cannot be used.',
    todo: 'Give an https address. Over HTTP, an absolute path on the server must be in a folder that its operator allows (`COPYDESK_REPOSITORY_FOLDERS`).',
  },
  ref_not_found: {
    means: 'The repository has no branch of this name.',
    todo: 'Choose one of the branches that the detail names.',
  },
  no_questions: {
    means: 'The branch has no file `.copydesk/questions.yaml`.',
    todo: 'Write the file: see “Questions that the docs must answer” in the docs.',
  },
  path_refused: {
    means: 'The agent tried to change a file outside of the docs folder, or in a place where jobs may not write.',
    todo: 'Ask for a change inside the docs folder.',
  },
  file_refused: {
    means: 'The file is too large, not text, or a symbolic link.',
    todo: 'Change it by hand.',
  },
  too_large_change: {
    means: 'The pull request would change more files, write more bytes or delete more pages than the project allows.',
    todo: 'Send a message that asks for less; or raise the limit that the detail names, and send a message.',
  },
  secret_found: {
    means: 'The change, or the text that describes it, contains what looks like a key, token or password.',
    todo: 'The detail says where it is: send a message that says what to write there instead.',
  },
  branch_protected: {
    means: 'The code host protects the branch, so the job cannot push it.',
    todo: 'Allow the account to push branches that begin with copydesk/.',
  },
  push_rejected: {
    means: 'The code host rejected the push, for example because of a hook, or because somebody else pushed first.',
    todo: 'Read its message in the detail, and send a message to try again.',
  },
  pull_request_failed: {
    means: 'The branch was pushed, but the code host did not open the pull request.',
    todo: 'Read its message in the detail, and send a message to try again.',
  },
  code_host_unauthorized: {
    means: 'The code host refuses the credentials: they have expired or were revoked.',
    todo: 'Connect the project again.',
  },
  code_host_forbidden: {
    means: 'The credentials lack a permission at the code host.',
    todo: 'Add the permission that the detail names.',
  },
  code_host_limited: {
    means: 'The code host allows no more requests at the moment.',
    todo: 'Nothing: Copydesk tries again when the code host allows it.',
  },
  code_host_unreachable: {
    means: 'The code host does not answer.',
    todo: 'Check its status page. Copydesk tries again.',
  },
  storage_full: {
    means: 'The disk of the server is full.',
    todo: 'Free some space; the health page shows what uses it.',
  },
  lease_lost: {
    means: 'Another worker has taken the job, because this one was silent for too long.',
    todo: 'Nothing: the other worker continues the job.',
  },
} as const satisfies Partial<Record<ErrorCode, { means: string; todo: string }>>;
