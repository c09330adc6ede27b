import type { AutomationTrigger } from '@copydesk/contract';
import type { Kind } from './kind.ts';
import { feedback } from './feedback/feedback.ts';
import { inbound } from './inbound/inbound.ts';
import { issue } from './issue/issue.ts';
import { notFound } from './not-found/not-found.ts';
import { productChanged } from './product-changed/product-changed.ts';
import { readMost } from './read-most/read-most.ts';
import { schedule } from './schedule/schedule.ts';
import { translations } from './translations/translations.ts';

/** Returns the kind of an automation with its settings. A kind that is missing here is a compile error. */
export function kindOf(trigger: AutomationTrigger): Kind {
  switch (trigger.kind) {
    case 'schedule':
      return schedule(trigger);
    case 'not_found':
      return notFound(trigger);
    case 'product_changed':
      return productChanged(trigger);
    case 'read_most':
      return readMost(trigger);
    case 'inbound':
      return inbound(trigger);
    case 'issue':
      return issue(trigger);
    case 'translations':
      return translations(trigger);
    case 'feedback':
      return feedback(trigger);
  }
}
