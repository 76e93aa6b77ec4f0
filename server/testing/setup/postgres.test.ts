import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { freshPostgresDatabase } from './postgres.ts';

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('PostgreSQL server of the tests', () => {
  it('the test server is a real PostgreSQL that syncs commits', async () => {
    const database = await freshPostgresDatabase();
    expect(await ask(database.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    expect(await ask(database.url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
    await database.drop();
  });

  it('the test server sorts by language, not by bytes', async () => {
    const database = await freshPostgresDatabase();
    const sorted = await ask(database.url, `select v from unnest(array['b', 'Á', 'a', 'Z']) v order by v`);
    expect(sorted.map((row) => row.v)).toEqual(['a', 'Á', 'b', 'Z']);
    await database.drop();
  });

  it('each test gets an empty database, also concurrently', async () => {
    const databases = await Promise.all([1, 2, 3].map(() => freshPostgresDatabase()));
    await Promise.all(databases.map((database) => ask(database.url, 'create table mine (id int)')));
    expect(new Set(databases.map((database) => database.url)).size).toBe(3);
    await Promise.all(databases.map((database) => database.drop()));
  });

  it('a database can be copied from a template', async () => {
    const template = await freshPostgresDatabase();
    await ask(template.url, 'create table kept as select 7 as id');
    const copy = await freshPostgresDatabase({ template: template.url });
    expect(await ask(copy.url, 'select id from kept')).toEqual([{ id: 7 }]);
    await copy.drop();
    await template.drop();
  });
});
