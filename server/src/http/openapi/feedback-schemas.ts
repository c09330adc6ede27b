import {
  Feedback,
  FeedbackDropReason,
  FeedbackFixRequest,
  FeedbackList,
  FeedbackPage,
  FeedbackPages,
  FeedbackPatch,
  FeedbackReceipt,
  FeedbackRequest,
  FeedbackSource,
  FeedbackStatus,
} from '@copydesk/contract';

/** Shapes of what readers say that stand by their name. */
export const ofFeedback = {
  Feedback,
  FeedbackDropReason,
  FeedbackFixRequest,
  FeedbackList,
  FeedbackPage,
  FeedbackPages,
  FeedbackPatch,
  FeedbackReceipt,
  FeedbackRequest,
  FeedbackSource,
  FeedbackStatus,
};
