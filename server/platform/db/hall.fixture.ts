import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from '../../../shared/assemblies/attendance.api.ts';
import { issueCodes } from '../../../shared/assemblies/codes.api.ts';
import { createConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { startApp } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly } from '../../testing/assembly-fixture.ts';
import type { ServerProcess } from '../../testing/process.ts';
import { openStore } from './connect.ts';
import { SQLITE_FILE } from './private-files.ts';
import { migrate } from './schema/migrate.ts';

/**
 * Test assembly, stored in the SQLite file of a stopped server. Tests start servers on copies of the file.
 */
export interface VotingHall extends AssemblyFixture {
  /** Names of all units: 'U1000', 'U1001' … */
  ids: readonly string[];
  /** Number of the open question; 0 without a question. */
  question: number;
  /** Bytes of the SQLite file. */
  file: Uint8Array;
  /** Copies the stored assembly into a new data folder. */
  into: (dataDir: string) => void;
  /**
   * Sends a unit's vote for the first answer to a running server, with a fixed idempotency key for the
   * unit: a second call repeats the same request. Signed in as the assembly's operator unless `token` is
   * passed. Null if the connection broke.
   */
  cast: (
    server: ServerProcess,
    unit: string,
    token?: string,
  ) => Promise<{ status: number; receipt: string } | null>;
}

/**
 * Makes a test assembly with `count` units in an SQLite file, and stops the server. By default all units
 * are registered and a question is open.
 * @param begin prepares the open assembly and returns the number of the open question
 */
export async function makeVotingHall(count: number, begin = everybodyVotes): Promise<VotingHall> {
  const units = Array.from({ length: count }, (_, i) => [`U${1000 + i}`, 0.25, `PERSONA ${i}`] as const);
  const ids = units.map(([id]) => id);
  const dataDir = mkdtempSync(join(tmpdir(), 'scaf-hall-'));
  try {
    const store = await openStore({ dataDir, databaseUrl: null });
    await migrate(store);
    const app = await startApp(
      store,
      async () => undefined,
      () => Promise.reject(new Error('There is no other process.')),
    );
    const evening = await holdAssembly(app, { units, staff: await firstStaff(app) });
    const question = await begin(evening, ids);
    await app.close();
    await store.close();
    const file = readFileSync(join(dataDir, SQLITE_FILE));
    return {
      ...evening,
      ids,
      question,
      file,
      into: (folder) => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(join(folder, SQLITE_FILE), file);
      },
      cast: async (server, apartmentId, token = evening.operator) => {
        const body = { jointId: evening.jointId, apartmentId, conceptId: question, voteId: 1 };
        const as = { token, key: `clave-${apartmentId}` };
        const reply = await server.call(castVote, { body }, as).catch(() => null);
        return reply === null ? null : { status: reply.status, receipt: reply.body?.receipt ?? '' };
      },
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Registers all units and opens a question. @returns the question's number */
async function everybodyVotes({ register, ask }: AssemblyFixture, ids: readonly string[]): Promise<number> {
  await register(ids);
  return ask('¿Aprueba?');
}

/** Value for `begin` of `makeVotingHall`: an open assembly without registrations and without a question. */
export const nobodyYet = async (): Promise<number> => 0;

/**
 * Runs the usual operations of an assembly on a server, in sequence: issue codes, register units, and for
 * two questions create, vote and close. Yields the HTTP status of each call, so a test can kill the server
 * in between.
 */
export async function* deskOperations(
  server: ServerProcess,
  { ids, jointId, operator }: VotingHall,
): AsyncGenerator<number> {
  const as = (key: string) => ({ token: operator, key });
  const params = { jointId };
  const lot = await server.call(issueCodes, { params, body: { quantity: 8 } }, { token: operator });
  yield lot.status;
  for (const [i, code] of lot.body.codes.entries()) {
    const apartmentIds = ids.slice(i * 5, i * 5 + 5);
    yield (await server.call(register, { params, body: { apartmentIds, code } }, as(`registro-${i}`))).status;
  }
  const answers = ['Si', 'No', 'Blanco'].map((answerDescription) => ({ answerDescription }));
  for (const [i, description] of ['¿Uno?', '¿Dos?'].entries()) {
    const created = await server.call(
      createConcept,
      { body: { jointId, conceptDescription: description, active: 1, answers } },
      { token: operator },
    );
    yield created.status;
    const { conceptId } = created.body;
    for (const apartmentId of ids.slice(i * 15, i * 15 + 15)) {
      const body = { jointId, apartmentId, conceptId, voteId: 1 };
      yield (await server.call(castVote, { body }, as(`voto-${i}-${apartmentId}`))).status;
    }
    yield (await server.call(toggleConcept, { body: { jointId, conceptId, active: 0 } }, { token: operator }))
      .status;
  }
}
