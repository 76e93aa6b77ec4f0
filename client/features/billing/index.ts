export { billingNowQuery, ownDebtsQuery, waitingDraftsQuery } from './billing.queries.ts';
export { deadlineOf } from './months/words.ts';
export { BooksNow } from './now/books-now.tsx';
export { MonthsToIssue } from './now/months-to-issue.tsx';
export { OwedNow } from './own/owed-now.tsx';
export { OwnSheets } from './sheets/own-sheets.tsx';
