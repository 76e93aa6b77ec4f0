import type { Chapter } from './guide.ts';
import { administration } from './guides/administration.ts';
import { administrators } from './guides/administrators.ts';
import { billing } from './guides/billing.ts';
import { desk } from './guides/desk.ts';
import { events } from './guides/events.ts';
import { operators } from './guides/operators.ts';
import { ownAccount } from './guides/own-account.ts';
import { owners } from './guides/owners.ts';
import { payments } from './guides/payments.ts';

/** Every guide, in the order in which people meet them: the assembly's evening, the money, and the rest. */
export const chapters: readonly Chapter[] = [
  owners,
  desk,
  operators,
  ownAccount,
  administration,
  billing,
  payments,
  events,
  administrators,
];
