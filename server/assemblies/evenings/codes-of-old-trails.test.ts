/**
 * Test: audit entries name codes of cards and badges by public ids; a trail begun by an earlier version, with whole codes,
 * still verifies and goes on (docs/why/audit.md).
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { exchangeHolder } from '../../../shared/assemblies/codes.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { auditReport, listAudit } from '../../../shared/audit/audit.api.ts';
import { maybeCodes } from '../../../shared/evidence/leaves.ts';
import { verifyAudit } from '../../audit/verify.ts';
import { hashEntry } from '../../platform/audit/entry.ts';
import { readChain } from '../../platform/audit/trail.repository.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { zipOf } from '../../platform/lib/zip.ts';
import { appForEachTest, describeWithRaces } from '../../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { rewriteTrail } from '../../testing/rewritten-trail.ts';
import { qrSession } from '../../testing/store-asserts.ts';
import { hasPython, inPython, openVerifier } from '../evidence/expediente.fixture.ts';
import { readCase } from '../evidence/expediente.report.ts';
import { filesOfCase } from '../evidence/expediente.ts';

describeWithRaces('codes in the trail', (make, { it }) => {
  const app = appForEachTest(make);

  /** Opens a question; the card votes for a unit by phone, and the desk for another unit. Closes the question. */
  async function voteWith(evening: AssemblyFixture, card: string): Promise<void> {
    const { jointId, operator } = evening;
    const conceptId = await evening.ask('¿Aprueba?');
    const phone = await qrSession(app, card);
    for (const [apartmentId, token] of [
      ['101', phone],
      ['102', operator],
    ] as const) {
      const body = { jointId, apartmentId, conceptId, voteId: 1 };
      expect((await app.call(castVote, { body }, { token })).status).toBe(201);
    }
    await app.call(toggleConcept, { body: { jointId, conceptId, active: 0 } }, { token: operator });
  }

  async function heldEvening() {
    const evening = await holdAssembly(app, { units: unitsOf('101;40;ANA', '102;60;LUIS') });
    const card = await evening.register(['101', '102']);
    await voteWith(evening, card);
    return { evening, card, chain: `joint:${evening.jointId}` };
  }

  async function linesOf({ jointId, operator }: AssemblyFixture) {
    const input = { params: { jointId }, query: { jsonl: true } };
    const { bytes } = (await app.call(auditReport, input, { token: operator })).body;
    const text = Buffer.from(bytes).toString('utf8');
    return {
      text,
      rows: text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    };
  }

  it('no entry of any chain has a whole code, and each line of JSON proves itself', async () => {
    const { evening, card } = await heldEvening();
    const other = await freshCode(app, evening.operator, evening.jointId);
    const body = { code: other, reason: `perdió ${card}` };
    await app.call(exchangeHolder, { params: { code: card }, body }, { token: evening.operator });
    const { db } = app.store;
    const codes = (await db.selectFrom('code').select('code').execute()).map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining([card, other]));
    const stored = JSON.stringify(await db.selectFrom('audit_entry').selectAll().execute());
    expect(stored).toContain('code:QR-');
    expect(codes.filter((code) => stored.includes(code))).toEqual([]);
    const { rows } = await linesOf(evening);
    for (const row of rows) expect(hashEntry(row)).toBe(row.hash);
    expect((await verifyAudit(db)).findings).toEqual([]);
  });

  it('a trail begun with whole codes goes on, and both verifiers accept the expediente', async () => {
    const { evening, card, chain } = await heldEvening();
    const { db } = app.store;
    const old = await withWholeCodes(chain);
    expect((await verifyAudit(db)).findings).toEqual([]);

    await voteWith(evening, card);
    const other = await freshCode(app, evening.operator, evening.jointId);
    const input = { params: { code: card }, body: { code: other } };
    await app.call(exchangeHolder, input, { token: evening.operator });
    await voteWith(evening, other);
    expect((await verifyAudit(db)).findings).toEqual([]);
    expect(await faultsOfExpediente(evening)).toEqual([]);
    await expectNoSearchableHash(evening, old);
  });

  /**
   * Makes the chain a trail of version 0.1.0: whole codes in the entries, and the codes' names in the published trail as
   * public ids. Returns the entries.
   */
  async function withWholeCodes(chain: string) {
    const { db } = app.store;
    const { salt } = await db
      .selectFrom('audit_tree')
      .select('salt')
      .where('chain', '=', chain)
      .executeTakeFirstOrThrow();
    const codes = await db.selectFrom('code').select(['code', 'code_id']).execute();
    const byId = new Map(codes.map(({ code, code_id }) => [code_id, code]));
    for (const { code } of codes) {
      const digest = createHash('sha256').update(Buffer.from(salt, 'hex')).update(code).digest('hex');
      await db
        .updateTable('code')
        .set({ code_id: `QR-${digest.slice(0, 16)}` })
        .where('code', '=', code)
        .execute();
    }
    await rewriteTrail(db, chain, (text) => text.replace(/QR-[0-9a-f]{16}/g, (id) => byId.get(id) ?? id));
    const entries = await readChain(db, chain);
    const last = entries.findLast(({ actor, data }) => maybeCodes(`${actor} ${data}`).length > 0);
    await db
      .insertInto('coded_trail')
      .values({ chain, entries: last?.seq ?? 0 })
      .execute();
    return entries;
  }

  async function faultsOfExpediente({ jointId }: AssemblyFixture): Promise<unknown[]> {
    const files = filesOfCase(await readAsOfNow(app.store.db, (trx) => readCase(trx, jointId, undefined)));
    const text = Buffer.concat([...files.values()]).toString('utf8');
    const codes = await app.store.db.selectFrom('code').select('code').execute();
    expect(codes.filter(({ code }) => text.includes(code))).toEqual([]);
    const found = openVerifier().checkCase(files);
    if (!hasPython) return found;
    const tmp = mkdtempSync(join(tmpdir(), 'scaf-old-trail-'));
    const path = join(tmp, 'case.zip');
    writeFileSync(path, await zipOf(files));
    const [inScript] = inPython(tmp, [{ path }]);
    rmSync(tmp, { recursive: true });
    return [...found, ...(inScript as unknown[])];
  }

  /** Expects no hash up to the last entry with a code, in no line and on no page, and a right hash in each later line. */
  async function expectNoSearchableHash(
    evening: AssemblyFixture,
    old: Awaited<ReturnType<typeof readChain>>,
  ): Promise<void> {
    const { text, rows } = await linesOf(evening);
    const page = await app.call(
      listAudit,
      { params: { jointId: evening.jointId }, query: {} },
      { token: evening.operator },
    );
    const coded = old.filter(({ actor, data }) => maybeCodes(`${actor} ${data}`).length > 0);
    expect(coded.length).toBeGreaterThan(2);
    const last = coded.at(-1)?.seq ?? 0;
    // A computer finds a code by the hash of a later entry without a code, too.
    for (const { hash } of old.slice(0, last)) {
      expect(text).not.toContain(hash);
      expect(JSON.stringify(page.body)).not.toContain(hash);
    }
    expect(rows.filter(({ hash }) => hash === null)).toHaveLength(last);
    const whole = rows.slice(last + 1);
    expect(whole.length).toBeGreaterThan(3);
    for (const row of whole) expect(hashEntry(row)).toBe(row.hash);
  }
});
