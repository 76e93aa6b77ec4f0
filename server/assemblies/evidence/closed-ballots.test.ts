import { beforeEach, expect, it } from 'vitest';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { checkReceipt } from '../../../shared/evidence/evidence.api.ts';
import { appForEachTest, describeOnBothEngines } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { ClosedBallots, placeIn } from './closed-ballots.ts';

describeOnBothEngines('ballots of closings in memory', (make) => {
  const app = appForEachTest(make, endAssembly);
  let evening: AssemblyFixture;
  beforeEach(async () => {
    const units = Array.from({ length: 9 }, (_, i) => [`${101 + i}`, 10, `P${i}`] as const);
    evening = await holdAssembly(app, { units });
    await evening.register(units.map(([unit]) => unit));
  });

  const toggle = (conceptId: number, active: 0 | 1) =>
    app.call(toggleConcept, { body: { jointId: evening.jointId, conceptId, active } }, evening.operator);
  const voteOfAll = async (conceptId: number) => {
    const receipts: string[] = [];
    for (let unit = 101; unit < 110; unit += 1) {
      const body = { jointId: evening.jointId, apartmentId: `${unit}`, conceptId, voteId: 1 };
      const { body: vote } = await app.call(castVote, { body }, evening.operator);
      receipts.push(vote.receipt ?? '');
    }
    return receipts;
  };
  const check = async (receipt: string) =>
    (await app.call(checkReceipt, { params: { jointId: evening.jointId }, body: { receipt } })).body.counted;

  it('the cache reads and hashes ballots once, until another closing', async () => {
    const first = await evening.ask('¿Aprueba?');
    const receipts = await voteOfAll(first);
    await toggle(first, 0);
    const ballots = new ClosedBallots(app.store.db);
    const book = await ballots.bookOf(evening.jointId);
    const place = placeIn(book, receipts[0] ?? '');
    if (place === undefined) throw new Error('The receipt is not in the book.');
    const ballot = await ballots.ballotAt(evening.jointId, place);
    expect(ballot.line).toContain(receipts[0]);
    expect(await ballots.ballotAt(evening.jointId, place)).toBe(ballot);
    expect(await ballots.bookOf(evening.jointId)).toBe(book);

    const second = await evening.ask('¿Y esto?');
    const more = await voteOfAll(second);
    await toggle(second, 0);
    const renewed = await ballots.bookOf(evening.jointId, book.head + 1);
    expect(renewed.head).toBeGreaterThan(book.head);
    expect(renewed.closings).toHaveLength(2);
    expect(renewed.closings[0]).toBe(book.closings[0]);
    for (const receipt of [...receipts, ...more]) expect(placeIn(renewed, receipt)).toBeDefined();
    for (const receipt of ['0000-0000', 'ZZZZ-ZZZZ', 'MMMM-MMMM', ''])
      expect(placeIn(renewed, receipt)).toBeUndefined();
  });

  it('the proof of an asked ballot stays in memory, however many closings are asked in turn', {
    tags: 'slow',
  }, async () => {
    const receipts: string[] = [];
    for (const text of ['¿Uno?', '¿Dos?', '¿Tres?']) {
      const conceptId = await evening.ask(text);
      const [receipt = ''] = await voteOfAll(conceptId);
      await toggle(conceptId, 0);
      receipts.push(receipt);
    }
    let readings = 0;
    const db = app.store.db.withPlugin({
      transformQuery: ({ node }) => {
        readings += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    // Room for the ballots of one closing.
    const ballots = new ClosedBallots(db, 10);
    const book = await ballots.bookOf(evening.jointId);
    const askAll = async () => {
      for (const receipt of receipts) {
        const place = placeIn(book, receipt);
        if (place === undefined) throw new Error('The receipt is not in the book.');
        expect((await ballots.ballotAt(evening.jointId, place)).line).toContain(receipt);
      }
    };
    await askAll();
    const before = readings;
    await askAll();
    expect(readings).toBe(before);
  });

  it('the cache proves every vote by the newest closing, even in another process', {
    tags: 'slow',
  }, async () => {
    const other = await app.another();
    const conceptId = await evening.ask('¿Aprueba?');
    const receipts = await voteOfAll(conceptId);
    expect(await check(receipts[4] ?? '')).toBeNull();
    await toggle(conceptId, 0);
    const proofs = await Promise.all(receipts.map(check));
    expect(proofs.map((proof) => JSON.parse(proof?.proof ?? '{}').lugar).sort()).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8,
    ]);
    await toggle(conceptId, 1);
    await toggle(conceptId, 0);
    const again = await other.call(checkReceipt, {
      params: { jointId: evening.jointId },
      body: { receipt: receipts[4] ?? '' },
    });
    const newest = await check(receipts[4] ?? '');
    expect(newest?.root).not.toBe(proofs[4]?.root);
    expect(again.body.counted).toEqual(newest);
    await other.close();
  });
});
