import {
  AskedQuestions,
  ChangeEffect,
  MergedChange,
  ProposedQuestions,
  Report,
  ReportAiAudience,
  ReportAudience,
  ReportPage,
  ReportPeriod,
  ReportWork,
} from '@copydesk/contract';

/** The schemas of reports and questions, by the names they have in the document. */
export const ofReports = {
  AskedQuestions,
  ChangeEffect,
  MergedChange,
  ProposedQuestions,
  Report,
  ReportAiAudience,
  ReportAudience,
  ReportPage,
  ReportPeriod,
  ReportWork,
};
