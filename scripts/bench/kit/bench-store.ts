/** Store with a running assembly for benches, written by the application's own code. */
import { randomUUID } from 'node:crypto';
import BetterSqlite from 'better-sqlite3';
import { openStore } from '../../../server/platform/db/connect.ts';
import { migrate } from '../../../server/platform/db/schema/migrate.ts';
import { startApp } from '../../../server/testing/app.ts';
import { insertedUser } from '../../../server/testing/app-asker.ts';
import { holdAssembly, type Unit } from '../../../server/testing/assembly-fixture.ts';
import { Profile } from '../../../shared/profiles.ts';

export interface Voter {
  token: string;
  userId: string;
  units: string[];
}

export interface BenchStore {
  jointId: number;
  /** Concept numbers of the questions: the first is open, the others are prepared. */
  questions: number[];
  /** Session token of the platform's staff. `operator`: token of the joint's operator. */
  staff: string;
  operator: string;
  voters: Voter[];
}

export interface BenchSize {
  voters: number;
  unitsEach: number;
  questions: number;
  /** True (default) to register all units. */
  isPresent?: boolean;
}

/**
 * Makes a store for benches, with an open assembly: all units registered, the first question open, the
 * others prepared.
 */
export async function makeBenchStore(
  dataDir: string,
  secret: string,
  size: BenchSize,
  databaseUrl: string | null = null,
): Promise<BenchStore> {
  const store = await openStore({ dataDir, databaseUrl });
  await migrate(store);
  const nobodyElse = () => Promise.reject(new Error('A bench store has a single application process.'));
  const app = await startApp(store, () => store.close(), nobodyElse, { jwtSecret: secret });
  try {
    const { token: staff } = await insertedUser(app, `plataforma-${randomUUID()}`, Profile.full);
    const owned = Array.from({ length: size.voters }, (_, voter) =>
      Array.from({ length: size.unitsEach }, (_, i) => `T${1 + voter}-${1001 + i}`),
    );
    const units = owned.flatMap((own, i) => own.map((id): Unit => [id, 0.001, `PROPIETARIO ${1 + i}`]));
    const { jointId, operator, hall } = await holdAssembly(app, { units, staff });
    const voters: Voter[] = [];
    for (const [i, own] of owned.entries()) {
      const assemblyApartments = own.map((apartmentId) => ({ jointId, apartmentId }));
      const name = `propietario${jointId}x${1 + i}`;
      const { userId, token } = await insertedUser(app, name, Profile.owner, { assemblyApartments });
      if (size.isPresent !== false) await hall.register(own, userId);
      voters.push({ token, userId: String(userId), units: own });
    }
    const questions: number[] = [];
    while (questions.length < size.questions) {
      const active = questions.length === 0 ? 1 : 0;
      questions.push(await hall.ask({ conceptDescription: `Pregunta ${questions.length + 1}`, active }));
    }
    return { jointId, questions, staff, operator, voters };
  } finally {
    await app.close();
  }
}

/**
 * Deletes all votes from an SQLite store of a bench, so the units can vote again in the next round. For a
 * server of another version with a single question.
 * @param file path of the SQLite file
 */
export function takeBackAll(file: string): void {
  const store = new BetterSqlite(file);
  store.exec('delete from vote');
  store.close();
}
