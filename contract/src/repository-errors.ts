import type { ErrorCode } from './errors.ts';

/** Errors of the repository of a project, and of its code host. */
export const ofRepositories = {
  repository_not_found: {
    means: 'No repository is at the address, or the credentials may not see it.',
    todo: 'Compare the address with the code host, and what the credentials may see.',
  },
  repository_empty: { means: 'The repository has no commits.', todo: 'Push a first commit, then try again.' },
  repository_unauthorized: {
    means: 'The repository asks for credentials, or does not know those that the project has.',
    todo: 'Connect the project with its code host, with credentials of now.',
  },
  repository_archived: {
    means: 'The repository is archived at the code host, and takes no changes.',
    todo: 'Unarchive it, or give the project another repository.',
  },
  repository_moved: {
    means: 'The repository has another address now.',
    todo: 'Set the new address in the settings of the project.',
  },
  repository_unreachable: {
    means: 'The server of the repository does not answer.',
    todo: 'Try again later; look whether this machine can reach it.',
  },
  repository_not_docs: {
    means: 'The repository, or its docs folder, has no Markdown.',
    todo: 'Set the docs folder in the settings of the project.',
  },
  repository_invalid: {
    means: 'The address of the repository is none that can be used.',
    todo: 'Give an https or ssh URL, or an absolute path on the server.',
  },
  ref_not_found: {
    means: 'The repository has no branch of this name.',
    todo: 'Choose one of the branches that the detail names.',
  },
  no_questions: {
    means: 'The branch has no file `.copydesk/questions.yaml`.',
    todo: 'Write down what the docs must answer: see “Questions that the docs must answer” in the docs.',
  },
  path_refused: {
    means: 'The agent wanted a file outside of the docs folder, or in a place that is never written.',
    todo: 'Ask for a change within the docs.',
  },
  file_refused: {
    means: 'The file is too large, not text, or a symbolic link.',
    todo: 'Change it by hand.',
  },
  too_large_change: {
    means: 'The pull request would change more files, write more bytes or delete more pages than the project allows.',
    todo: 'Ask for less in a message; or raise the limit that the detail names, and send a message.',
  },
  secret_found: {
    means: 'What was to be pushed, or said of it, holds what looks like a key, token or password.',
    todo: 'Read in the detail where it stands; send a message that says what should stand there.',
  },
  branch_protected: {
    means: 'The code host protects the branch that was to be pushed.',
    todo: 'Allow the account to push branches that begin with copydesk/.',
  },
  push_rejected: {
    means: 'The code host did not take the push, such as by a hook or since somebody else was faster.',
    todo: 'Read its words in the detail; send a message to try again.',
  },
  pull_request_failed: {
    means: 'The branch was pushed, and the code host did not open the pull request.',
    todo: 'Read its words in the detail; send a message to try again.',
  },
  code_host_unauthorized: {
    means: 'The code host refuses the credentials: they have expired or were taken back.',
    todo: 'Connect the project anew.',
  },
  code_host_forbidden: {
    means: 'The credentials lack a permission at the code host.',
    todo: 'Give them the one that the detail names.',
  },
  code_host_limited: {
    means: 'The code host allows no more requests at the moment.',
    todo: 'Nothing: it is tried again when the code host allows it.',
  },
  code_host_unreachable: {
    means: 'The code host does not answer.',
    todo: 'Look at its status page; it is tried again.',
  },
  storage_full: {
    means: 'The disk of the server is full.',
    todo: 'Free some space; the page of health shows what takes it.',
  },
  lease_lost: {
    means: 'Another worker has taken the job, since this one was silent for too long.',
    todo: 'Nothing: the other one goes on with it.',
  },
} as const satisfies Partial<Record<ErrorCode, { means: string; todo: string }>>;
