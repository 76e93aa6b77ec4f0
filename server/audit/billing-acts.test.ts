import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { actWords } from '../../shared/audit/act-words.ts';
import {
  billingActsReport,
  checkBillingActs,
  listAudit,
  listBillingActs,
} from '../../shared/audit/audit.api.ts';
import { addAdjustment, annulBill } from '../../shared/billing/bills.api.ts';
import { discardDraft } from '../../shared/billing/drafts.api.ts';
import { addPayment, annulReceipt, assignPayment } from '../../shared/billing/payments.api.ts';
import {
  changeBillingSettings,
  changeChargeConcept,
  listChargeConcepts,
  setJointRate,
} from '../../shared/billing/settings.api.ts';
import { IssueWorld } from '../billing/issue/issue.fixture.ts';
import { entryFormatters } from '../composition/reports.ts';
import { appForSuite, describeOnOneEngine } from '../testing/app.ts';
import { expectRefused } from '../testing/store-asserts.ts';

/** Lists the acts that a source file appends to the audit trail, found by the spellings used in services. */
function actsIn(source: string): string[] {
  const ways = [
    /\bact: '(\w+)'/g,
    /\bappendAudit\(\s*trx,\s*\{[^}]*\},\s*'(\w+)'/g,
    /\baudit\((?:trx, jointId, )?'(\w+)'/g,
    /\baudit\([^,']*\? '(\w+)'/g,
    /\baudit\([^,']*\? '\w+' : '(\w+)'/g,
    /\bnoteSent\('(\w+)'/g,
    /\bact\(messageId, principal, '(\w+)'/g,
  ];
  return ways.flatMap((way) => [...source.matchAll(way)].flatMap(([, act]) => act ?? []));
}

describe("acts of a joint's billing", () => {
  it('each act appended by the code has a Spanish sentence and a name', () => {
    const server = join(import.meta.dirname, '..');
    const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
      // Importers of these two files give the acts.
      (path) => /\.ts$/.test(path) && !/(\.(test|fixture)|books-act|payments\/act)\.ts$/.test(path),
    );
    const sources = files.map((path) => ({ path, source: readFileSync(join(server, path), 'utf8') }));
    // The mailbox appends to the chain of a message's feature.
    const appending = sources.filter(({ source }) =>
      /import [^;]*\b(billingChain|inBooks|inPayments)\b|\bofJoint\?\.chain\(/.test(source),
    );
    const ofPath = new Map(sources.map(({ path, source }) => [path, actsIn(source)]));
    const acts = new Set(appending.flatMap(({ source }) => actsIn(source)));
    // The platform's ceilings have a separate chain.
    acts.delete('legalRateSet');
    // Acts of former versions stay in the trail of adopted stores.
    acts.add('agreementBroken');
    expect(acts.size).toBeGreaterThanOrEqual(19);
    const formatted = new Set(Object.keys(entryFormatters));
    expect([...acts].filter((act) => !formatted.has(act) || actWords[act] === undefined)).toEqual([]);
    // A file that appends in another way would have no acts, neither by itself nor by an imported function.
    const opening = appending.filter(({ source }) => /\b(appendAudit|inBooks|inPayments)\(/.test(source));
    const without = opening.filter(({ path, source }) => {
      const imported = [...source.matchAll(/from '(\.[^']+)'/g)].map(([, from = '']) =>
        join(path, '..', from),
      );
      return [path, ...imported].every((one) => (ofPath.get(one) ?? []).length === 0);
    });
    expect(without.map(({ path }) => path)).toEqual([]);
  });
});

describeOnOneEngine("a joint's acts of billing on screen", (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  let jointId: number;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    jointId = await world.joint(['101', '102']);
    const { as } = world;
    const params = { jointId };
    const none = { month: '2025-12', mode: 'none' as const, acta: 'Acta 3' };
    await app.call(setJointRate, { params, body: none }, as);
    await app.call(changeBillingSettings, { params, body: { graceDays: 5, nit: '900.1' } }, as);
    await world.prepare(jointId, '2026-01', [
      ['Inmueble', 'Administración', 'Agua'],
      ['101', 100_000, 5_000],
      ['102', 100_000, 0],
    ]);
    const concepts = (await app.call(listChargeConcepts, { params }, as)).body;
    const chargeConceptId = concepts.find(({ name }) => name === 'Agua')?.chargeConceptId ?? 0;
    await app.call(
      changeChargeConcept,
      { params: { jointId, chargeConceptId }, body: { nature: 'extra' } },
      as,
    );
    await world.issue(jointId, '2026-01', { issueDate: '2026-01-02' });
    const waiting = { apartmentId: null, amount: 1_234_567.89, valueDate: '2026-01-09' };
    await app.call(addPayment, { params, body: waiting }, as);
    await app.call(assignPayment, { params: { jointId, payment: 1 }, body: { apartmentId: '101' } }, as);
    const wrong = { reason: 'Era de otra unidad.', unidentified: true };
    await app.call(annulReceipt, { params: { jointId, cashReceipt: 1 }, body: wrong }, as);
    const charge = { apartmentId: '102', kind: 'charge' as const, amount: 12_000, reason: 'Llaves' };
    await app.call(addAdjustment, { params, body: { ...charge, valueDate: '2026-01-10' } }, as);
    await app.call(annulBill, { params: { jointId, bill: 2 }, body: { reason: 'Mal cobrada' } }, as);
    const { draftId } = (await world.charges.send(jointId, 'Inmueble;Cuota\n101;5')).body;
    await app.call(discardDraft, { params: { jointId, draftId } }, as);
  });

  const list = (query = {}, as: { token: string } = world.as) =>
    app.call(listBillingActs, { params: { jointId }, query }, as);

  it('lists acts newest first as sentences with figures in pesos', async () => {
    const { body } = await list();
    expect(body.entries.map(({ what }) => what)).toEqual([
      'Se descartó la planilla «cobros.csv».',
      'Se recibió la planilla «cobros.csv».',
      'Se anuló la cuenta de cobro 2 del inmueble 102. Motivo: Mal cobrada.',
      'Se registró un cobro de $ 12.000 al inmueble 102. Motivo: Llaves.',
      'Se anuló el recibo de caja 1 del inmueble 101; el dinero quedó por identificar. Motivo: Era de otra unidad.',
      'Se identificó la consignación 1: recibo de caja 1 del inmueble 101.',
      'Se registró un pago de $ 1.234.567,89 del 09/01/2026: quedó por identificar.',
      'Se emitió enero de 2026, con fecha 02/01/2026 y vencimiento 31/01/2026: 2 cuentas de cobro (1 a 2) por $ 205.000.',
      'El concepto «Agua» pasó de Otro cobro a Cuota extraordinaria.',
      'Se preparó enero de 2026, con 2 filas: cobros por $ 205.000, pagos por $ 0 y total de $ 205.000.',
      'Se recibió la planilla «cobros.csv».',
      'Se cambió la configuración: días de gracia, NIT.',
      'Desde diciembre de 2025 no se cobran intereses de mora (Acta 3).',
    ]);
    expect(body.entries.every(({ actor }) => !/^user:/.test(actor))).toBe(true);
    const amountsByAct = new Map(body.entries.map(({ act, data }) => [act, Object(data).centavos]));
    expect([amountsByAct.get('adjustmentAdded'), amountsByAct.get('paymentEntered')]).toEqual([
      { amount: 1_200_000 },
      { amount: 123_456_789 },
    ]);
    expect(amountsByAct.get('monthIssued')).toEqual({ total: 20_500_000 });
    expect(amountsByAct.get('monthPrepared')).toMatchObject({ charges: 20_500_000, total: 20_500_000 });
    expect((await list({ act: 'monthIssued' })).body.entries).toHaveLength(1);
    expect((await list({ text: 'llaves' })).body.entries).toHaveLength(1);
  });

  it('verifies and exports billing acts, apart from acts of assemblies', async () => {
    const check = async () => (await app.call(checkBillingActs, { params: { jointId } }, world.as)).body;
    expect(await check()).toMatchObject({ entries: 13, findings: [] });
    const { status, body } = await app.call(billingActsReport, { params: { jointId } }, world.as);
    expect([status, body.name]).toEqual([200, 'Registro de Actos de Facturación De prueba.pdf']);
    // The trail of the joint's assemblies has no billing entry.
    const { entries } = (await app.call(listAudit, { params: { jointId } }, world.as)).body;
    expect(entries.some(({ act }) => act === 'monthIssued')).toBe(false);
  });

  it('only staff reads billing acts', async () => {
    const token = await world.charges.admin(`admin${jointId}`, jointId);
    expectRefused(await list({}, { token }), 'forbidden');
  });
});
