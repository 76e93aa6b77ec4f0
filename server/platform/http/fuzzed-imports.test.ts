import fc from 'fast-check';
import type { Static, TSchema } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../shared/api.ts';
import * as drafts from '../../../shared/billing/drafts.api.ts';
import { importPayments, listPayments } from '../../../shared/billing/payments.api.ts';
import { createEvent, importParticipants, listParticipants } from '../../../shared/events/events.api.ts';
import { getPublicSettings } from '../../../shared/platform.api.ts';
import { importApartments, listApartments } from '../../../shared/properties/apartments.api.ts';
import { createJoint } from '../../../shared/properties/joints.api.ts';
import { isLong, rounds } from '../../../shared/testing/rounds.ts';
import { ChargesWorld } from '../../billing/charges/charges.fixture.ts';
import { postgresApp, sqliteApp, type TestApp } from '../../testing/app.ts';
import { Chance } from '../../testing/broken-files.ts';
import {
  type Kind,
  kinds,
  madeUp,
  realOnes,
  type Sample,
  UNITS,
  withOneBadRow,
} from '../../testing/import-samples.ts';
import { upload } from '../../testing/upload.ts';
import type { Db } from '../db/engine.ts';

/*
 * Sends valid and then broken files to every import, by a seed: generated files, and the real files beside the
 * checkout (read in place, never copied; optional). For any file: no answer of 5xx, and all or no rows stored. On
 * PostgreSQL only a small part, because the parsing is the same.
 */
/** Most bytes of additional memory after a run, before garbage collection. */
const MOST_GROWTH = 300 * 1024 * 1024;

/** Reads the content of all tables except sessions, because calls may renew sessions. */
async function stored(db: Db): Promise<Record<string, string>> {
  const tables = await db.introspection.getTables();
  const all: Record<string, string> = {};
  for (const { name } of tables) {
    if (name === 'session') continue;
    const rows: object[] = await db
      .selectFrom(name as 'joint')
      .selectAll()
      .execute();
    all[name] = rows
      .map((row) => JSON.stringify(row, asText))
      .sort()
      .join('\n');
  }
  return all;
}

/** Converts big integers to text for JSON, and leaves other values unchanged. */
const asText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);

/** Uploads broken files of every kind and compares the changes of the database with the answers. */
class Desk {
  readonly #app: TestApp;
  readonly #world: ChargesWorld;
  readonly #ids: Record<Kind, number>;
  readonly counts: Record<string, number> = {};

  private constructor(app: TestApp, world: ChargesWorld, ids: Record<Kind, number>) {
    this.#app = app;
    this.#world = world;
    this.#ids = ids;
  }

  static async of(app: TestApp): Promise<Desk> {
    const world = await ChargesWorld.of(app);
    const as = { token: world.staff };
    const body = { jointName: 'Con torres', sectors: [{ sectorName: 'Torre 1' }] };
    const joint = (await app.call(createJoint, { body }, as)).body;
    const ids = {
      units: (await app.call(createJoint, { body: { jointName: 'De tablas' } }, as)).body.jointId,
      sector: joint.sectors[0]?.sectorId ?? 0,
      participants: 0,
      payments: await world.joint(UNITS),
      month: await world.joint(UNITS),
    };
    return new Desk(app, world, ids);
  }

  /** Sends a file as a preview (`commit` false) or as an import, and checks the result. */
  async take(kind: Kind, file: { name: string; content: Buffer }, commit: boolean): Promise<void> {
    if (kind === 'month') return this.#takeMonth(file, commit);
    // In a new event every row is new.
    if (kind === 'participants') this.#ids.participants = await this.#newEvent();
    const before = await stored(this.#app.store.db);
    const takers = {
      units: () => this.#takeUnits(this.#ids.units, file, commit),
      sector: () => this.#takeUnits(this.#ids.sector, file, commit),
      participants: () => this.#takeParticipants(file, commit),
      payments: () => this.#takePayments(file, commit),
    };
    const { status, committed, check } = await takers[kind]();
    this.#expectAnswer(kind, status);
    expect(committed).toBe(commit && status === 200);
    if (committed) await check();
    else expect(await stored(this.#app.store.db)).toEqual(before);
  }

  async #newEvent(): Promise<number> {
    const body = { name: 'Encuentro' };
    return (await this.#app.call(createEvent, { body }, this.#world.staff)).body.eventId;
  }

  async isThere(): Promise<void> {
    expect((await this.#app.call(getPublicSettings)).status).toBe(200);
  }

  #expectAnswer(kind: Kind, status: number): void {
    expect([200, 201, 400, 409, 413, 422], `${kind} answered ${status}`).toContain(status);
    const what = `${kind} ${status}`;
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  #send<P extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, TSchema, TSchema, A>,
    params: Static<P>,
    file: { name: string; content: Buffer },
    commit: boolean,
  ) {
    const query = commit ? { commit } : {};
    return upload(this.#app, endpoint, { params, query }, file, this.#world.staff);
  }

  async #takeUnits(jointId: number, file: { name: string; content: Buffer }, commit: boolean) {
    const { status, body } = await this.#send(importApartments, { jointId }, file, commit);
    const check = async () => {
      const input = { params: { jointId } };
      const now = (await this.#app.call(listApartments, input, this.#world.staff)).body;
      const facts = ({
        apartmentId,
        owner,
        coefficient,
      }: (typeof now)[number] | (typeof body.rows)[number]) => `${apartmentId} ${owner} ${coefficient}`;
      expect(now.map(facts).sort()).toEqual(body.rows.map(facts).sort());
    };
    return { status, committed: status === 200 && body.committed, check };
  }

  async #takeParticipants(file: { name: string; content: Buffer }, commit: boolean) {
    const eventId = this.#ids.participants;
    const list = async () =>
      (await this.#app.call(listParticipants, { params: { eventId }, query: {} }, this.#world.staff)).body;
    const before = (await list()).length;
    const { status, body } = await this.#send(importParticipants, { eventId }, file, commit);
    const check = async () => {
      const now = new Map((await list()).map(({ participantId, name }) => [participantId, name]));
      expect(now.size).toBe(before + body.added);
      for (const { participantId, name } of body.rows) expect(now.get(participantId)).toBe(name);
    };
    return { status, committed: status === 200 && body.committed, check };
  }

  async #takePayments(file: { name: string; content: Buffer }, commit: boolean) {
    const jointId = this.#ids.payments;
    const sum = async () => {
      const input = { params: { jointId }, query: {} };
      const all = (await this.#app.call(listPayments, input, this.#world.staff)).body;
      return {
        payments: all.length,
        cents: all.reduce((total, { amount }) => total + Math.round(amount * 100), 0),
      };
    };
    const before = await sum();
    const { status, body } = await this.#send(importPayments, { jointId }, file, commit);
    const check = async () =>
      expect(await sum()).toEqual({
        payments: before.payments + body.added,
        cents: before.cents + Math.round(body.amount * 100),
      });
    return { status, committed: status === 200 && body.committed, check };
  }

  /** Uploads the file of a month: first stores the bytes, then reads or prepares and discards the month. */
  async #takeMonth(file: { name: string; content: Buffer }, commit: boolean): Promise<void> {
    const [app, world, jointId] = [this.#app, this.#world, this.#ids.month];
    const as = { token: world.staff };
    const before = await stored(app.store.db);
    const sent = await world.send(jointId, file.content, { name: file.name });
    this.#expectAnswer('month', sent.status);
    if (sent.status !== 201) {
      expect(await stored(app.store.db)).toEqual(before);
      return;
    }
    const { draftId } = sent.body;
    const params = { jointId, draftId };
    const draftFile = await app.call(drafts.getDraftFile, { params }, as);
    expect(Buffer.from(draftFile.body.bytes).equals(file.content)).toBe(true);
    const received = await stored(app.store.db);
    const read = await world.readAgain(commit ? drafts.prepareMonth : drafts.previewDraft, jointId, draftId);
    this.#expectAnswer('month', read.status);
    const isPrepared = commit && read.status === 201;
    if (isPrepared) expect((await world.stored(jointId)).length).toBeGreaterThan(0);
    else expect(await stored(app.store.db)).toEqual(received);
    expect((await app.call(drafts.discardDraft, { params }, as)).status).toBe(204);
    expect(await world.stored(jointId)).toEqual([]);
  }
}

const engines = [
  ['SQLite', () => sqliteApp(), 24],
  ['PostgreSQL', postgresApp, 6],
] as const;

describe.each(isLong ? engines : engines.slice(0, 1))('imports of broken files on %s', (_, make, usual) => {
  let app: TestApp;
  let desk: Desk;
  let samples: Sample[];
  beforeAll(async () => {
    app = await make();
    desk = await Desk.of(app);
    samples = [...(await madeUp()), ...withOneBadRow(), ...realOnes()];
  });
  afterAll(() => app.close());

  it('the unbroken files are accepted', { tags: 'slow' }, async () => {
    for (const { name, kind, content } of await madeUp()) {
      const isTaken = { ...desk.counts };
      await desk.take(kind, { name, content }, true);
      const good = kind === 'month' ? 'month 201' : `${kind} 200`;
      expect(desk.counts[good], name).toBeGreaterThan(isTaken[good] ?? 0);
    }
  });

  it('a file with a bad row is refused, and no row is stored', async () => {
    for (const { name, kind, content } of withOneBadRow()) {
      const refused = desk.counts[`${kind} 422`] ?? 0;
      await desk.take(kind, { name, content }, true);
      expect(desk.counts[`${kind} 422`], name).toBe(refused + 1);
    }
  });

  it('a broken file is stored whole or not, without a 5xx answer', { tags: 'slow' }, async () => {
    const before = process.memoryUsage().rss;
    const one = fc.record({
      kind: fc.constantFrom(...kinds),
      which: fc.nat(),
      seed: fc.nat(),
      commit: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(one, async ({ kind, which, seed, commit }) => {
        const those = samples.filter((some) => some.kind === kind);
        const { name, content, broken } = those[which % those.length] as Sample;
        await desk.take(kind, { name, content: await broken(content, new Chance(seed)) }, commit);
        await desk.isThere();
      }),
      // A smaller change makes another file: shrinking does not help.
      { numRuns: rounds(usual), endOnFailure: true },
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(MOST_GROWTH);
  });
});
