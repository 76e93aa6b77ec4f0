import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import { removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { checkVote, listHeads } from '../../../shared/evidence/evidence.api.ts';
import { openNote, readKeyLine } from '../../../shared/evidence/note.ts';
import { keepsPromise, promisedVote, type VotePromise } from '../../../shared/evidence/promise.ts';
import { primitives, sha256 } from '../../platform/audit/signing.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { zipOf } from '../../platform/lib/zip.ts';
import { appForEachTest, describeWithRaces } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { hasPython, inPython, openVerifier } from './expediente.fixture.ts';
import { readCase } from './expediente.report.ts';
import { filesOfCase } from './expediente.ts';

describeWithRaces('the promise in the answer to a vote', (make, { it, race }) => {
  const app = appForEachTest(make);
  let evening: AssemblyFixture;
  let conceptId: number;
  const page = openVerifier();
  const units = ['101', '102', '103', '104', '105'];
  beforeEach(async () => {
    evening = await holdAssembly(app, { units: units.map((unit) => [unit, 20, `DUEÑO ${unit}`]) });
    await evening.register(units);
    conceptId = await evening.ask('¿Aprueba?');
  });

  const staff = (key?: string) => ({ token: evening.operator, key });
  const params = () => ({ jointId: evening.jointId });
  const cast = async (apartmentId: string, voteId: number, key?: string) => {
    const body = { ...params(), apartmentId, conceptId, voteId };
    const answer = await app.call(castVote, { body }, staff(key));
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const close = async () => {
    const body = { ...params(), conceptId, active: 0 as const };
    expect((await app.call(toggleConcept, { body }, staff())).status).toBe(200);
  };

  /**
   * Reads the vote from a promise (a signed confirmation of a vote) as a phone does, with the public key that the
   * phone knows.
   */
  async function read(promise: VotePromise | undefined) {
    const { heads } = (await app.call(listHeads, { params: params() }, staff())).body;
    const key = readKeyLine(sha256, heads[0]?.key ?? '');
    const text = key && promise && openNote(primitives, promise.firma, key);
    return text && promise ? promisedVote(sha256, promise, text) : null;
  }

  /**
   * Returns the verdict of both verifiers about a promise (signed confirmation of a vote), given the current
   * expediente.
   */
  async function fate(promise: object): Promise<unknown> {
    const files = filesOfCase(
      await readAsOfNow(app.store.db, (trx) => readCase(trx, evening.jointId, undefined)),
    );
    expect(JSON.parse(JSON.stringify(page.checkCase(files)))).toEqual([]);
    const { fault, fate } = JSON.parse(JSON.stringify(page.checkPromise(files, JSON.stringify(promise))));
    if (hasPython) {
      const tmp = mkdtempSync(join(tmpdir(), 'scaf-promise-'));
      const path = join(tmp, 'expediente.zip');
      writeFileSync(path, await zipOf(files));
      expect(inPython(tmp, [{ path, promise: JSON.stringify(promise) }])).toEqual([[fault, fate]]);
      rmSync(tmp, { recursive: true });
    }
    return fault?.[0] ?? fate;
  }

  race(
    'a batch of votes has a single signature and a path each, kept by the closing',
    { tags: 'slow' },
    async () => {
      const records = await Promise.all(units.map((unit, i) => cast(unit, 1 + (i % 2))));
      for (const { promise, receipt, apartmentId, voteId } of records) {
        expect(await read(promise)).toMatchObject({ receipt, unit: apartmentId, answerId: voteId });
        // A promise of another vote or place is invalid.
        const other = promise && { ...promise, voto: promise.voto.replace(`"${apartmentId}"`, '"999"') };
        expect(await read(other)).toBeNull();
      }
      const batches = new Set(records.map(({ promise }) => promise?.firma));
      const times = new Set(records.map(({ at }) => at));
      expect(batches.size).toBeLessThanOrEqual(Math.max(times.size, 1));
      const [first] = records;
      expect(await fate(first?.promise ?? {})).toBe('abierto');
      await close();
      for (const { promise, receipt } of records) {
        const counted = await app.call(
          checkVote,
          { params: { ...params(), receipt: receipt ?? '' } },
          staff(),
        );
        const { voto } = JSON.parse(counted.body.counted?.proof ?? '{}');
        const vote = await read(promise);
        expect(vote !== null && keepsPromise(vote, voto)).toBe(true);
      }
      expect(await fate(first?.promise ?? {})).toBe('contado');
    },
  );

  it('a duplicate request gets the promise again, even after other votes', async () => {
    const key = '0b3c1f5e-2a49-4f0e-9f7e-1f1f5b1c2d3e';
    const first = await cast('101', 1, key);
    await cast('102', 2);
    expect(await cast('101', 1, key)).toEqual(first);
    expect(first.promise).toBeDefined();
  });

  it('the verdict on the promise of an annulled vote is annulled', async () => {
    const { promise } = await cast('101', 1);
    await cast('102', 1);
    const query = { apartmentId: '101', reason: 'Error' };
    await app.call(removeRegistrations, { params: { ...params(), conceptId }, query }, staff());
    await close();
    expect(await fate(promise ?? {})).toBe('anulado');
  });

  it('a promise reveals a restored store with another vote in a consistent expediente', {
    tags: 'slow',
  }, async () => {
    const firstVote = await cast('101', 1);
    // The store is restored to before the vote, in the same epoch, and another vote is cast.
    const { db } = app.store;
    const chain = `joint:${evening.jointId}`;
    await db.deleteFrom('audit_entry').where('chain', '=', chain).where('act', '=', 'votes').execute();
    await db.deleteFrom('vote').execute();
    await db.deleteFrom('tally').execute();
    expect((await cast('101', 2)).receipt).not.toBe(firstVote.receipt);
    await close();
    expect(await fate(firstVote.promise ?? {})).toBe('promesa');
    expect(await fate({ ...firstVote.promise, firma: 'otra' })).toBe('promesafirma');
  });
});
