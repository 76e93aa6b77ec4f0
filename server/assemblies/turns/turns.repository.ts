import type { LiveTurns } from '../../../shared/assemblies/turns/live-turns.ts';
import type { Db } from '../../platform/db/engine.ts';
import { countOf } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** Running turn to speak, or waiting request. */
export interface StoredTurn {
  turnId: number;
  /** Name of the attendee, or of the owner of the first unit. */
  speaker: string;
  units: readonly string[];
  /** User id ('12') or code of the registration of the units. */
  holder: string;
  askedAt: Millis;
  /** Null while waiting, as `endsAt`. */
  givenAt: Millis | null;
  endsAt: Millis | null;
  extensions: number;
  /** True if the holder has a registered unit now. */
  isPresent: boolean;
}

/** Reads the running turn and the waiting requests of an assembly, in the order of asking; also of absent persons. */
export async function readTurns(db: Db, assemblyId: number): Promise<StoredTurn[]> {
  const rows = await db
    .selectFrom('turn')
    .select(['turn_id as turnId', 'speaker', 'units', 'holder', 'asked_at as askedAt', 'given_at as givenAt'])
    .select(['ends_at as endsAt', 'extensions'])
    .where('assembly_id', '=', assemblyId)
    .where('ended_at', 'is', null)
    .orderBy('turn_id')
    .execute();
  const present = await presentAmong(db, assemblyId, [...new Set(rows.map(({ holder }) => holder))]);
  return rows.map((turn) => ({
    ...turn,
    units: JSON.parse(turn.units),
    isPresent: present.has(turn.holder),
  }));
}

/** Returns the holders with a registered unit. At most 101 holders: the running turn and the waiting requests. */
async function presentAmong(
  db: Db,
  assemblyId: number,
  holders: readonly string[],
): Promise<ReadonlySet<string>> {
  if (holders.length === 0) return new Set();
  const rows = await db
    .selectFrom('attendance')
    .select('holder')
    .distinct()
    .where('assembly_id', '=', assemblyId)
    .where('holder', 'in', holders)
    .execute();
  return new Set(rows.map(({ holder }) => holder));
}

/** Counts the requests of a holder in an assembly, with the ended ones. */
export const countAsked = (db: Db, assemblyId: number, holder: string): Promise<number> =>
  countOf(db.selectFrom('turn').where('assembly_id', '=', assemblyId).where('holder', '=', holder));

/** Reads the turns of an assembly for the live state; null without a turn and without a waiting person. */
export async function readLiveTurns(db: Db, assemblyId: number): Promise<LiveTurns | null> {
  const turns = await readTurns(db, assemblyId);
  const waiting = waitingTurns(turns).map(({ turnId }) => turnId);
  const running = speakingOf(turns);
  if (running === undefined && waiting.length === 0) return null;
  return {
    speaking:
      running === undefined
        ? null
        : {
            turnId: running.turnId,
            units: [...running.units],
            givenAt: new Date(running.givenAt).toISOString(),
            endsAt: new Date(running.endsAt).toISOString(),
          },
    waiting,
  };
}

/** Returns the waiting requests of present persons, in the order of asking. */
export const waitingTurns = (turns: readonly StoredTurn[]): StoredTurn[] =>
  turns.filter(({ givenAt, isPresent }) => givenAt === null && isPresent);

/** Returns the running turn. Undefined without a running turn. */
export function speakingOf(
  turns: readonly StoredTurn[],
): (StoredTurn & { givenAt: Millis; endsAt: Millis }) | undefined {
  for (const turn of turns) {
    const { givenAt, endsAt } = turn;
    if (givenAt !== null && endsAt !== null) return { ...turn, givenAt, endsAt };
  }
  return undefined;
}

/** Stores a request at the end of the queue. Returns its number. The caller holds the lock of the joint. */
export async function insertTurn(
  trx: Db,
  {
    assemblyId,
    speaker,
    units,
    holder,
    at,
  }: Pick<StoredTurn, 'speaker' | 'units' | 'holder'> & { assemblyId: number; at: Millis },
): Promise<number> {
  const { last } = await trx
    .selectFrom('turn')
    .select((eb) => eb.fn.max('turn_id').as('last'))
    .where('assembly_id', '=', assemblyId)
    .executeTakeFirstOrThrow();
  const turnId = (last ?? 0) + 1;
  await trx
    .insertInto('turn')
    .values({
      assembly_id: assemblyId,
      turn_id: turnId,
      speaker,
      units: JSON.stringify(units),
      holder,
      asked_at: at,
      given_at: null,
      ends_at: null,
      extensions: 0,
      ended_at: null,
    })
    .execute();
  return turnId;
}

/**
 * Changes a waiting or running turn: start, extension, end. Epoch ms. The unique index refuses a second running turn.
 * @throws Error for an ended or unknown turn
 */
export async function updateTurn(
  trx: Db,
  { assemblyId, turnId }: { assemblyId: number; turnId: number },
  change: { given_at?: Millis; ends_at?: Millis; extensions?: number; ended_at?: Millis },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('turn')
    .set(change)
    .where('assembly_id', '=', assemblyId)
    .where('turn_id', '=', turnId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error(`The turn ${turnId} does not run.`);
}
