import { administration } from './administration.ts';
import { administrators } from './administrators.ts';
import { billing } from './billing.ts';
import { desk } from './desk.ts';
import { events } from './events.ts';
import type { Chapter } from './guide.ts';
import { operators } from './operators.ts';
import { ownAccount } from './own-account.ts';
import { owners } from './owners.ts';
import { payments } from './payments.ts';

/** All chapters of the tutorials, in order of use: assembly, billing, and the rest. */
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
