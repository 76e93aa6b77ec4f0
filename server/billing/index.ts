/** Public functions of billing for other features. */

export { lastMonths } from './accounts/now.repository.ts';
export { monthToIssue, readFigures } from './accounts/now.service.ts';
export { PROMISE_MS } from './charges/drafts.service.ts';
export { type ReplayedBooks, replayBooks } from './proof/replay.ts';
export { waitingAmount } from './till/payments.repository.ts';
