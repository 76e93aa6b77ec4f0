import { startThread } from './platform/db/sqlite-thread.ts';

/** Loaded before all else of a server: its store's thread starts while the rest is loaded. */
if (!process.env.DATABASE_URL) startThread();
