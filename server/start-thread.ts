import { startThread } from './platform/db/sqlite-thread.ts';

/**
 * Starts the thread of the SQLite database, unless PostgreSQL is configured. Imported first, so the thread starts
 * while the other modules load.
 */
if (!process.env.DATABASE_URL) startThread();
