import type { AutomationDecision } from '@copydesk/contract';

/** The decisions of an automation, in words. */
export const decisionWords: Record<AutomationDecision, string> = {
  waiting: 'asked for',
  job: 'started a job',
  message: 'added to the open pull request',
  nothing: 'nothing to do',
  put_off: 'put off',
  failed: 'could not check',
};
