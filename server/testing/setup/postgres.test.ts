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

describe('the PostgreSQL of the tests', () => {
  it('is a real one that syncs its commits', async () => {
    const database = await freshPostgresDatabase();
    expect(await ask(database.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    expect(await ask(database.url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
    await database.drop();
  });

  it('sorts as people do, not as bytes', async () => {
    const database = await freshPostgresDatabase();
    const sorted = await ask(database.url, `select v from unnest(array['b', 'Á', 'a', 'Z']) v order by v`);
    expect(sorted.map((row) => row.v)).toEqual(['a', 'Á', 'b', 'Z']);
    await database.drop();
  });

  it('gives each test an empty database, many at once', async () => {
    const databases = await Promise.all([1, 2, 3].map(() => freshPostgresDatabase()));
    await Promise.all(databases.map((database) => ask(database.url, 'create table mine (id int)')));
    expect(new Set(databases.map((database) => database.url)).size).toBe(3);
    await Promise.all(databases.map((database) => database.drop()));
  });

  it('copies a template', async () => {
    const template = await freshPostgresDatabase();
    await ask(template.url, 'create table kept as select 7 as id');
    const copy = await freshPostgresDatabase({ template: template.url });
    expect(await ask(copy.url, 'select id from kept')).toEqual([{ id: 7 }]);
    await copy.drop();
    await template.drop();
  });
});
