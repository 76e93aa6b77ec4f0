import { startThread } from './platform/db/sqlite-thread.ts';

/** Imported first, so that the store's thread starts while the other modules load. */
if (!process.env.DATABASE_URL) startThread();
