import { lazy } from 'react';

export { useBillingJoints, waitingDraftsQuery } from './billing.queries.ts';
export { deadlineOf } from './months/month-words.ts';

// Whoever votes passes the welcome page: what only some profiles see is fetched for them alone.
export const OwedNowCard = lazy(() => import('./own/owed-now.tsx'));
export const OwnSheetsCard = lazy(() => import('./sheets/own-sheets.tsx'));
