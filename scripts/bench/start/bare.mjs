/** Compared server of the start bench: Fastify and better-sqlite3, one endpoint with a query. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import Fastify from 'fastify';

const file = new Database(join(process.env.DATA_DIR, 'bare.sqlite'));
file.pragma('journal_mode = WAL');
file.exec('create table if not exists bare (one integer)');
const app = Fastify({ logger: true });
app.get('/SCAF/api/health', async () => {
  file.prepare('select one from bare').get();
  return { status: 'ok' };
});
await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) });
