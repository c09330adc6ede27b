import { JobPages, Readability, ReadabilityRule, ReadabilityWarning, ReaderPage } from '@copydesk/contract';

/** The schemas of the docs as AI readers get them, by the names they have in the document. */
export const ofReaders = { JobPages, Readability, ReadabilityRule, ReadabilityWarning, ReaderPage };
