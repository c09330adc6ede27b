import type { Feedback, FeedbackList, FeedbackPages, FeedbackReceipt } from '@copydesk/contract';

const feedback: Feedback = {
  id: 'fbk_01jd9z2v0d6q3m5x8e7r4t1w9k',
  path: '/guides/start',
  createdAt: '2026-01-05T09:30:00.000Z',
  source: 'contextual',
  helpful: false,
  comment: 'Step 3 names a flag that the command does not have.',
  contact: null,
  code: null,
  sentBy: 'browser',
  status: 'resolved',
  statusAt: '2026-01-06T14:02:00.000Z',
  job: {
    id: 'job_01jd9z2v0d6q3m5x8e7r4t1w9k',
    page: 'https://desk.example.com/projects/prj_6sVb3XqT9dLw4NcR7Kp2mZ/jobs/job_01jd9z2v0d6q3m5x8e7r4t1w9k',
  },
  resolvedBy: { number: 7, url: 'https://git.example.com/docs/pulls/7' },
};

const list: FeedbackList = { feedback: [feedback], nextCursor: null, hasMore: false };

const pages: FeedbackPages = {
  totals: { helpful: 41, notHelpful: 12, comments: 9, pending: 5 },
  pages: [{ path: '/guides/start', helpful: 3, notHelpful: 12, comments: 9, pending: 5 }],
  dropped: { honeypot: 4, page_full: 212 },
  hasMore: false,
};

const receipt: FeedbackReceipt = { accepted: 1, duplicates: 0, dropped: [] };

/** An example of each shape that the endpoints of what readers say answer, by its name. */
export const feedbackExamples = {
  Feedback: feedback,
  FeedbackList: list,
  FeedbackPages: pages,
  FeedbackReceipt: receipt,
} as const;

/** An example of each body that they take. */
export const feedbackBodies = {
  FeedbackRequest: {
    id: '0b9f7d2e-5c1a-4e8b-9a63-7d1f2c4b8e05',
    url: 'https://docs.example.com/guides/start',
    helpful: false,
    comment: 'Step 3 names a flag that the command does not have.',
  },
  FeedbackPatch: { status: 'dismissed' },
  FeedbackFixRequest: { path: '/guides/start' },
};
