import { afterEach, beforeEach, expect, it } from 'vitest';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { getHeadProof, listHeads } from '../../../shared/evidence/evidence.api.ts';
import { followHead, type HeadSource, type KeptHead } from '../../../shared/evidence/follow-head.ts';
import { headText, readHeadText } from '../../../shared/evidence/head.ts';
import { textOfNote } from '../../../shared/evidence/note.ts';
import { makeHead } from '../../platform/audit/heads.ts';
import { headSignerOf, primitives } from '../../platform/audit/signing.ts';
import { appendAudit } from '../../platform/audit/trail.ts';
import { describeOnOneEngine, TEST_SECRET, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { beginEvidenceEpochs } from './epochs.ts';

/** A phone with its stored signed head; the phone checks that each new head continues the stored head. */
class Telephone {
  stored: KeptHead | null = null;
  readonly source: HeadSource;
  constructor(source: HeadSource) {
    this.source = source;
  }
  async hears(note: string) {
    const news = await followHead(this.source, this.stored, note);
    if ('newHead' in news && news.newHead !== null) this.stored = news.newHead;
    return news.kind === 'fault' ? news.fault : news.kind;
  }
}

describeOnOneEngine('a phone with stored heads of a joint', (make) => {
  let app: TestApp;
  let evening: AssemblyFixture;
  let conceptId: number;
  beforeEach(async () => {
    app = await make();
    evening = await holdAssembly(app, {
      units: unitsOf('101;40;ANA', '102;60;LUIS'),
    });
    await evening.register(['101', '102']);
    conceptId = await evening.ask('¿Aprueba?');
  });
  afterEach(() => app.close());

  const params = () => ({ jointId: evening.jointId });
  const chain = () => `joint:${evening.jointId}`;
  const signer = headSignerOf(TEST_SECRET);
  const heads = async () =>
    (await app.call(listHeads, { params: params() }, { token: evening.operator })).body.heads;
  const newest = async () => (await heads()).at(-1)?.note ?? '';
  const source = (): HeadSource => ({
    ...primitives,
    heads,
    proof: async (query) => {
      const answer = await app.call(getHeadProof, { params: params(), query }, { token: evening.operator });
      return answer.status === 200 ? answer.body.path : null;
    },
  });
  const close = async () => {
    for (const active of [0, 1] as const) {
      const body = { jointId: evening.jointId, conceptId, active };
      const toggled = await app.call(toggleConcept, { body }, { token: evening.operator });
      expect(toggled.status).toBe(200);
    }
    return newest();
  };
  /** Restores an older copy of the store: removes the last signed head and the acts since the head before. */
  const rollBack = async () => {
    const { db } = app.store;
    const [before, last] = (await heads()).slice(-2);
    await db
      .deleteFrom('audit_head')
      .where('chain', '=', chain())
      .where('size', '=', last?.size ?? 0)
      .execute();
    for (const table of ['audit_leaf', 'audit_entry'] as const) {
      await db
        .deleteFrom(table)
        .where('chain', '=', chain())
        .where('seq', '>', before?.size ?? 0)
        .execute();
    }
  };
  /** Attacks with access to database and key: writes other acts and signs a head. */
  const goOnOtherwise = async (acts: number) => {
    await app.store.db.transaction().execute(async (trx) => {
      for (let i = 0; i < acts; i++) {
        const where = { chain: chain(), actor: 'system', at: Date.now() };
        await appendAudit(trx, where, 'epochBegan', { epoch: 1, copiedAt: null, reason: `otra ${i}` });
      }
      await makeHead(trx, signer, chain(), { moment: 'cierre', at: Date.now(), closings: [] });
    });
    return newest();
  };
  const begin = (number: number, copiedAt: number) =>
    app.store.db
      .insertInto('store_epoch')
      .values({
        number,
        epoch: `otra ${number}`,
        began_at: Date.now(),
        copied_at: copiedAt,
        reason: 'se dañó el disco',
      })
      .execute();

  it('a phone stores each head that extends the last, in any order, and no other', async () => {
    const phone = new Telephone(source());
    const [first = ''] = (await heads()).map(({ note }) => note);
    expect(await phone.hears(first)).toBe('next');
    const second = await close();
    const third = await close();
    expect(await phone.hears(third)).toBe('next');
    expect(await phone.hears(second)).toBe('known');
    expect(await phone.hears(third)).toBe('known');
    expect(phone.stored?.note).toBe(third);
    expect(await phone.hears('scaf\nno es una cabeza\n')).toBe('unreadable');
    expect(await phone.hears('')).toBe('unreadable');
    expect(await phone.hears(third.replace(/(— \S+ .{20})./, '$1!'))).toBe('key');
    expect(await phone.hears(second.replace('cierre', 'fin'))).toBe('signature');
    expect(phone.stored?.note).toBe(third);
  });

  it('a phone reports two histories after it sees the other history', async () => {
    const [ana, luis, late] = [source(), source(), source()].map((one) => new Telephone(one));
    const opening = await newest();
    for (const phone of [ana, luis, late]) expect(await phone?.hears(opening)).toBe('next');
    const announced = await close();
    for (const phone of [ana, luis]) expect(await phone?.hears(announced)).toBe('next');
    const announcedSize = (await heads()).at(-1)?.size ?? 0;

    await rollBack();
    const shorter = await goOnOtherwise(1);
    expect(await ana?.hears(shorter)).toBe('unproven');
    const longer = await goOnOtherwise(announcedSize);
    expect(await luis?.hears(longer)).toBe('histories');
    // The phone's stored head is the same in both histories. Only the head of another phone shows the difference.
    expect(await late?.hears(longer)).toBe('next');
    expect(await late?.hears(announced)).toBe('histories');
  });

  it('a phone reports two heads of equal size, even with the same tree', async () => {
    const phone = new Telephone(source());
    const announced = await close();
    expect(await phone.hears(announced)).toBe('next');
    const head = readHeadText(textOfNote(announced) ?? '');
    if (head === null) throw new Error('the server made no head');
    const [closing] = head.closings;
    const other = { ...head, closings: closing ? [{ ...closing, root: new Uint8Array(32) }] : [] };
    expect(await phone.hears(signer.sign(headText(other), head.origin))).toBe('histories');
  });

  it('a phone accepts an announced restore and an announced new key', async () => {
    const [ana, luis, rosa] = [source(), source(), source()].map((one) => new Telephone(one));
    expect(await luis?.hears(await newest())).toBe('next');
    const announced = await close();
    for (const phone of [ana, rosa]) expect(await phone?.hears(announced)).toBe('next');
    await rollBack();
    await begin(2, Date.now());
    expect(await beginEvidenceEpochs({ db: app.store.db, signer })).toEqual([evening.jointId]);
    const after = await newest();
    expect(await luis?.hears(after)).toBe('restored');
    expect(await ana?.hears(after)).toBe('restored');
    const other = headSignerOf('another secret of the tests, as long as the first');
    expect(await beginEvidenceEpochs({ db: app.store.db, signer: other })).toEqual([evening.jointId]);
    const otherKey = await newest();
    expect(await ana?.hears(otherKey)).toBe('newKey');
    // Restore and new key at a phone that was off. Late heads are not of another history.
    expect(await rosa?.hears(otherKey)).toBe('restored');
    expect(await ana?.hears(after)).toBe('known');
  });

  it('a phone rejects a restore that removes acts of its copy, and an unannounced key', async () => {
    const [ana, luis] = [source(), source()].map((one) => new Telephone(one));
    const announced = await close();
    for (const phone of [ana, luis]) expect(await phone?.hears(announced)).toBe('next');
    await rollBack();
    await begin(2, Date.now() + 60 * 60 * 1000);
    await goOnOtherwise(9);
    expect(await ana?.hears(await newest())).toBe('histories');

    const stranger = headSignerOf('a stranger who has the database, and not the key');
    const head = readHeadText(textOfNote(announced) ?? '');
    if (head === null) throw new Error('the server made no head');
    expect(await luis?.hears(stranger.sign(headText({ ...head, size: head.size + 1 }), head.origin))).toBe(
      'key',
    );
  });
});
