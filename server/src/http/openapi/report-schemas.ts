import {
  ChangeEffect,
  MergedChange,
  Report,
  ReportAiAudience,
  ReportAudience,
  ReportPage,
  ReportPeriod,
  ReportWork,
} from '@copydesk/contract';

/** The schemas of reports, by the names they have in the document. */
export const ofReports = {
  ChangeEffect,
  MergedChange,
  Report,
  ReportAiAudience,
  ReportAudience,
  ReportPage,
  ReportPeriod,
  ReportWork,
};
