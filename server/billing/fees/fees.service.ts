import type { FileAnswer } from '../../../shared/api.ts';
import { type Fee, factsOfWay, type NewFee } from '../../../shared/billing/fees.api.ts';
import type { ChargeNature } from '../../../shared/billing/natures.ts';
import {
  addMonths,
  budgetYearStart,
  type Day,
  type Month,
  monthOfDay,
  shiftMonth,
} from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { type Centavos, fromPesos, sumMoney, toPesos } from '../../../shared/money.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/engine.ts';
import { plainSheet, workbookFile } from '../../platform/documents/workbook.ts';
import type { JointWithRoot } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { UploadedFile } from '../../platform/http/uploaded-file.ts';
import { businessDayFrom } from '../../platform/lib/business-days.ts';
import { ensureWithin } from '../../platform/limits/limits.ts';
import { readUploadAs } from '../../platform/sheets/read-upload.ts';
import { rowsReading } from '../../platform/sheets/reading.ts';
import { readByLaws } from '../../properties/index.ts';
import { inBooks } from '../ledger/books-act.ts';
import { requireBilling } from '../settings/billed-joint.ts';
import { conceptOfName } from '../settings/concepts.repository.ts';
import { lastBilledMonth } from '../settings/ways.repository.ts';
import { readAssemblyFigures, readExtraordinaryFees } from './assembly-figures.repository.ts';
import { type ChargedUnit, feeCharges, unitsOfFee, unreadMeters } from './charges.ts';
import type { FeeTerms, StoredFee } from './fee.types.ts';
import * as stored from './fees.repository.ts';
import { checkExtraordinary, checkFine, checkFund, FINE_MONTHS } from './law-checks.ts';
import { readingsOf } from './readings.ts';

const natureOf = ({ way, nature = 'fee' }: NewFee): ChargeNature =>
  (({ budget: 'fee', fixed: nature, instalments: 'extra', metered: 'other', fine: 'fine' }) as const)[way];

/**
 * Creates the service for fees without a spreadsheet: adds fees with the checks of Ley 675 de 2001, and ends
 * fees. A fee is never changed: a new amount is a new fee after the end of the old fee.
 */
export function feesService({ store: { db } }: Context) {
  const list = async (jointId: number): Promise<Fee[]> =>
    (await stored.listStoredFees(db, jointId)).map(feeToApi);

  /**
   * Adds a fee.
   * @throws Problem feeFactMissing, billingOff, amountInvalid, apartmentNotFound, feeWithoutUnits, feeMonthBilled, conceptNatureDiffers,
   * fundTooSmall, fundSuffices, seventyNeeded, fineTooLarge, fineUndemanded, tooManyFees
   */
  async function add({ actor }: Principal, jointId: number, fee: NewFee): Promise<Fee> {
    const terms = termsOf(fee);
    await requireBilling(db, jointId);
    return inBooks(db, { jointId, actor }, async ({ trx, today, audit }) => {
      await ensureOpen(trx, jointId, fee.firstMonth);
      const billed = (await lastBilledMonth(trx, jointId)) ?? '';
      const standing = (await stored.listStoredFees(trx, jointId)).filter(
        ({ lastMonth }) => lastMonth === null || lastMonth > billed,
      );
      ensureWithin('tooManyFees', standing.length + 1);
      const units = await stored.chargedUnits(trx, jointId);
      const amount = typedAmount(fee.amount);
      const ids = new Set(units.map(({ apartmentId }) => apartmentId));
      if (terms.units.some((unit) => !ids.has(unit))) throw new Problem('apartmentNotFound');
      const own = unitsOfFee(terms, units);
      const byShare = fee.way === 'budget' || fee.way === 'instalments';
      if (!own.some(({ coefficient }) => !byShare || coefficient > 0)) throw new Problem('feeWithoutUnits');
      await checkLaw(trx, { jointId, today, units }, { ...fee, amount, terms });
      const concept = await conceptOfName(trx, jointId, { name: fee.name, nature: natureOf(fee) });
      if (concept.nature !== natureOf(fee)) throw new Problem('conceptNatureDiffers');
      const { chargeConceptId } = concept;
      const { way, firstMonth } = fee;
      const lastMonth = lastMonthOf(fee);
      const feeId = await stored.insertFee(trx, jointId, {
        way,
        chargeConceptId,
        amount,
        firstMonth,
        lastMonth,
        terms,
      });
      const { fundCharge, fundBalance, ...facts } = terms;
      const money = { amount, ...defined({ fundCharge, fundBalance }) };
      const { name } = concept;
      await audit('feeAdded', { feeId, way, name, month: firstMonth, lastMonth, ...facts, centavos: money });
      return feeToApi(await feeOf(trx, jointId, feeId));
    });
  }

  /** Ends a fee after a month. @throws Problem feeNotFound, feeMonthBilled */
  async function end(
    { actor }: Principal,
    { jointId, feeId }: { jointId: number; feeId: number },
    lastMonth: Month,
  ): Promise<Fee> {
    return inBooks(db, { jointId, actor }, async ({ trx, audit }) => {
      const { name, lastMonth: before } = await feeOf(trx, jointId, feeId);
      await ensureOpen(trx, jointId, shiftMonth(lastMonth, 1));
      if (before !== null && before <= lastMonth) return feeToApi(await feeOf(trx, jointId, feeId));
      await stored.setLastMonth(trx, jointId, feeId, lastMonth);
      await audit('feeEnded', { feeId, name, lastMonth });
      return feeToApi(await feeOf(trx, jointId, feeId));
    });
  }

  /**
   * Stores the readings of a metered fee in a month, from a sheet. The readings of a billed month may be the start of the
   * consumption, and are corrected until a billed month uses the readings.
   * @throws Problem feeNotFound, readingsInvalid, feeMonthBilled; sheetTooLarge, sheetUnreadable, overloaded
   */
  async function addReadings(
    principal: Principal,
    { jointId, feeId }: { jointId: number; feeId: number },
    { month, file }: { month: Month; file: UploadedFile },
  ): Promise<{ readings: number }> {
    const { names, rows } = await readUploadAs(file, rowsReading, null, principal);
    return inBooks(db, { jointId, actor: principal.actor }, async ({ trx, audit }) => {
      const { name, before, units } = await meterOf(trx, jointId, feeId);
      const billed = (await lastBilledMonth(trx, jointId)) ?? '';
      if (before.some(({ month: then }) => then !== month && then <= billed))
        await ensureOpen(trx, jointId, month);
      const sheets = names.map((of, at) => ({
        name: of,
        rows: rows.flatMap((one) => (one.sheet === at ? [one.row] : [])),
      }));
      const sheet = readingsOf(sheets, units, month);
      if ('problem' in sheet) throw new Problem('readingsInvalid', { message: sheet.problem });
      for (const { apartmentId, reading, month: then } of before) {
        const now = sheet.readings.get(apartmentId);
        if (now === undefined || then === month || (then < month ? now >= reading : now <= reading)) continue;
        const message = `La lectura de ${apartmentId} es menor que una anterior. Corríjala en la hoja.`;
        throw new Problem('readingsInvalid', { message });
      }
      await stored.putReadings(trx, jointId, { feeId, month, readings: sheet.readings });
      await audit('readingsTaken', { feeId, name, month, readings: sheet.readings.size });
      return { readings: sheet.readings.size };
    });
  }

  /** Builds the spreadsheet of readings to fill in for a month of a metered fee. @throws Problem feeNotFound */
  async function template(
    { jointId, jointName }: JointWithRoot,
    { feeId, month }: { feeId: number; month: Month },
  ): Promise<FileAnswer> {
    const { name, before, units } = await meterOf(db, jointId, feeId);
    const last = new Map(
      before
        .filter(({ month: then }) => then < month)
        .sort((a, b) => (a.month < b.month ? -1 : 1))
        .map(({ apartmentId, reading }) => [apartmentId, reading]),
    );
    const rows = units.map((apartmentId) => {
      const reading = last.get(apartmentId);
      return [apartmentId, ...(reading === undefined ? [] : [reading / 1000])];
    });
    return workbookFile(`Lecturas de ${name} ${month}`, { title: name, subject: jointName }, [
      plainSheet('Lecturas', [['Inmueble', 'Lectura anterior', 'Lectura'], ...rows]),
    ]);
  }

  return { list, add, end, addReadings, template };
}

/**
 * Reads the charges of a month by the fees of a joint, in centavos.
 * @throws Problem noFees
 */
export async function readFeeCharges(db: Db, jointId: number, month: Month) {
  const grounds = [
    await stored.listStoredFees(db, jointId),
    await stored.chargedUnits(db, jointId),
    month,
    await stored.listReadings(db, jointId),
  ] as const;
  const charges = feeCharges(...grounds);
  if (charges.length === 0) throw new Problem('noFees');
  return { month, charges, unread: unreadMeters(...grounds) };
}

async function ensureOpen(db: Db, jointId: number, month: Month): Promise<void> {
  const last = await lastBilledMonth(db, jointId);
  if (last !== null && month <= last) throw new Problem('feeMonthBilled');
}

async function feeOf(db: Db, jointId: number, feeId: number): Promise<StoredFee> {
  const [fee] = await stored.listStoredFees(db, jointId, feeId);
  if (fee === undefined) throw new Problem('feeNotFound');
  return fee;
}

/** Returns a metered fee with the stored readings and the charged units. @throws Problem feeNotFound */
async function meterOf(db: Db, jointId: number, feeId: number) {
  const { way, terms, name } = await feeOf(db, jointId, feeId);
  if (way !== 'metered') throw new Problem('feeNotFound');
  const before = (await stored.listReadings(db, jointId)).filter((reading) => reading.feeId === feeId);
  const units = unitsOfFee(terms, await stored.chargedUnits(db, jointId));
  return { name, before, units: units.map(({ apartmentId }) => apartmentId) };
}

interface Checked {
  way: NewFee['way'];
  amount: Centavos;
  firstMonth: Month;
  terms: FeeTerms;
}

/** Checks a fee by Ley 675 de 2001, arts. 35, 46 and 59. Monthly fees: of the last issued month, else of the fees. */
async function checkLaw(
  db: Db,
  { jointId, today, units }: { jointId: number; today: Day; units: readonly ChargedUnit[] },
  { way, amount, firstMonth, terms }: Checked,
): Promise<void> {
  if (way === 'budget') return checkFund(amount, terms);
  if (way !== 'instalments' && way !== 'fine') return;
  const fees = await stored.listStoredFees(db, jointId);
  const ofMonth = (natures: readonly ChargeNature[], month: Month) =>
    feeCharges(
      fees.filter(({ nature }) => natures.includes(nature)),
      units,
      month,
    );
  const sum = (charges: readonly { amount: Centavos }[]) => sumMoney(charges.map((charge) => charge.amount));
  if (way === 'fine') {
    const [apartmentId = ''] = terms.units;
    const { before, lastFees } = await readFineGrounds(db, jointId, {
      apartmentId,
      day: terms.imposedOn ?? today,
    });
    const monthlyFees =
      lastFees ?? sum(ofMonth(['fee'], firstMonth).filter((charge) => charge.apartmentId === apartmentId));
    return checkFine(amount, terms, { before, monthlyFees, today });
  }
  const { budgetYearEnd } = await readByLaws(db, jointId);
  const period = { since: budgetYearStart(firstMonth, budgetYearEnd), at: Date.now() };
  const figures = await readAssemblyFigures(db, jointId, period);
  checkExtraordinary(amount, terms, {
    before: figures?.extraordinaryFees ?? (await readExtraordinaryFees(db, jointId, period)),
    monthlyFees: figures?.monthlyFees ?? sum(ofMonth(['fee'], firstMonth)),
  });
}

/**
 * Reads the figures for the limits of a fine on a unit, in centavos: sum of the fines of the twelve months before the day and
 * of the fines to bill, and fees of the unit's last billed month with fees (null without any).
 */
export async function readFineGrounds(
  db: Db,
  jointId: number,
  { apartmentId, day }: { apartmentId: string; day: Day },
): Promise<{ before: Centavos; lastFees: Centavos | null }> {
  const billed = (await lastBilledMonth(db, jointId)) ?? '';
  const waiting = (await stored.listStoredFees(db, jointId)).filter(
    (fee) => fee.way === 'fine' && fee.firstMonth > billed && fee.terms.units.includes(apartmentId),
  );
  const since = monthOfDay(addMonths(day, -FINE_MONTHS));
  const posted = (await stored.readFines(db, jointId, { since })).get(apartmentId) ?? [];
  const fees = await stored.readLastFees(db, jointId);
  return {
    before: sumMoney([...posted, ...waiting.map(({ amount }) => amount)]),
    lastFees: fees.get(apartmentId)?.amount ?? null,
  };
}

/** Converts pesos to centavos. @param least smallest amount, in centavos @throws Problem amountInvalid */
function typedAmount(pesos: number, least = 1): Centavos {
  const amount = fromPesos(pesos);
  if (amount === null || amount < least) throw new Problem('amountInvalid');
  return amount;
}

function lastMonthOf({ way, firstMonth, instalments = 1 }: NewFee): Month | null {
  if (way === 'fine') return firstMonth;
  return way === 'instalments' ? shiftMonth(firstMonth, instalments - 1) : null;
}

/** Returns the facts of a fee for the way. @throws Problem feeFactMissing, amountInvalid */
function termsOf(fee: NewFee): FeeTerms {
  const missing = factsOfWay[fee.way].filter((name) => fee[name] === undefined);
  if (fee.way === 'fine' && fee.units.length !== 1)
    throw new Problem('feeFactMissing', [{ field: '/units' }]);
  if (missing.length > 0)
    throw new Problem(
      'feeFactMissing',
      missing.map((name) => ({ field: `/${name}` })),
    );
  const money = (pesos: number | undefined) => (pesos === undefined ? undefined : typedAmount(pesos, 0));
  const { kinds, units, act, inFavour, imposedOn, demandedOn, termUntil, communicatedOn } = fee;
  const instalments = fee.way === 'instalments' ? fee.instalments : undefined;
  const [fundCharge, fundBalance] = [money(fee.fundCharge), money(fee.fundBalance)];
  return {
    kinds,
    units,
    ...defined({ instalments, act, inFavour, imposedOn, demandedOn, termUntil, communicatedOn }),
    ...defined({ fundCharge, fundBalance }),
  };
}

const feeToApi = ({ terms, chargeConceptId: _, amount, ...fee }: StoredFee): Fee => ({
  ...fee,
  amount: toPesos(amount),
  kinds: terms.kinds,
  units: terms.units,
  act: terms.act ?? null,
  challengeBy: terms.communicatedOn ? businessDayFrom(addMonths(terms.communicatedOn, 1)) : null,
});
