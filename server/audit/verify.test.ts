import { afterEach, beforeEach, expect, it } from 'vitest';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { describeOnBothEngines, type TestApp } from '../testing/app.ts';
import { type Evening, holdEvening } from '../testing/evening.ts';
import { verifyAudit } from './verify.ts';

describeOnBothEngines('the audit trail', (make) => {
  let app: TestApp;
  let evening: Evening;
  beforeEach(async () => {
    app = await make();
    evening = await holdEvening(app, {
      units: [
        ['101', 40, 'ANA'],
        ['102', 60, 'LUIS'],
      ],
    });
    await evening.register(['101', '102']);
    const conceptId = await evening.ask('¿Aprueba?');
    for (const apartmentId of ['101', '102']) {
      const body = { jointId: evening.jointId, apartmentId, conceptId, voteId: 1 };
      const vote = await app.call(castVote, { body }, { token: evening.operator });
      expect(vote.status).toBe(201);
    }
  });
  afterEach(() => app.close());

  it('verifies as it was left', async () => {
    const { chains, findings } = await verifyAudit(app.store.db);
    expect(findings).toEqual([]);
    expect(chains.map((chain) => chain.chain)).toEqual(['accounts', `joint:${evening.jointId}`]);
    expect(chains.every((chain) => chain.entries > 0)).toBe(true);
  });

  it('names a vote that was changed by hand', async () => {
    await app.store.db.updateTable('vote').set({ answer_id: 2 }).where('apartment_id', '=', '102').execute();
    const { findings } = await verifyAudit(app.store.db);
    expect(findings).toHaveLength(1);
    expect(findings[0]?.what).toContain('unit 102');
  });

  it('names a vote that was removed, and a registration that was slipped in', async () => {
    await app.store.db.deleteFrom('vote').where('apartment_id', '=', '101').execute();
    await app.store.db
      .updateTable('attendance')
      .set({ holder: 'somebody' })
      .where('apartment_id', '=', '102')
      .execute();
    const { findings } = await verifyAudit(app.store.db);
    expect(findings.map((finding) => finding.what).join('\n')).toMatch(/101.*not in the store/);
    expect(findings.map((finding) => finding.what).join('\n')).toMatch(/102.*another holder/);
  });

  it('names a registration whose time was changed', async () => {
    await app.store.db.updateTable('attendance').set({ at: 1 }).where('apartment_id', '=', '101').execute();
    const { findings } = await verifyAudit(app.store.db);
    expect(findings.map((finding) => finding.what)).toEqual([expect.stringMatching(/101.*another time/)]);
  });

  it('names an entry that was changed, and one that is missing', async () => {
    const chain = `joint:${evening.jointId}`;
    await app.store.db
      .updateTable('audit_entry')
      .set({ actor: 'user:999' })
      .where('chain', '=', chain)
      .where('seq', '=', 2)
      .execute();
    const changed = await verifyAudit(app.store.db);
    expect(changed.findings.map(({ seq }) => seq)).toEqual([2]);

    await app.store.db.deleteFrom('audit_entry').where('chain', '=', chain).where('seq', '=', 1).execute();
    const missing = await verifyAudit(app.store.db);
    expect(missing.findings).toContainEqual({ chain, seq: 1, what: 'entry missing' });
  });
});
