import type { AutomationTrigger } from '@copydesk/contract';
import type { Kind } from './kind.ts';
import { notFound } from './not-found/not-found.ts';
import { productChanged } from './product-changed/product-changed.ts';
import { schedule } from './schedule/schedule.ts';

/** The kind of an automation with its settings. A kind that is missing here is an error of the compiler. */
export function kindOf(trigger: AutomationTrigger): Kind {
  switch (trigger.kind) {
    case 'schedule':
      return schedule(trigger);
    case 'not_found':
      return notFound(trigger);
    case 'product_changed':
      return productChanged(trigger);
  }
}
