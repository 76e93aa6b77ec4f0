import type { FileAnswer } from '../../../shared/api.ts';
import type { Draft, LastCharges, RepeatedMonth } from '../../../shared/billing/drafts.api.ts';
import { type Month, monthOf, monthWords, shiftMonth, yearAndMonth } from '../../../shared/days.ts';
import { capitalized } from '../../../shared/format.ts';
import { type Centavos, fromPesos, toPesos } from '../../../shared/money.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { workbook } from '../../platform/documents/pdf.ts';
import type { TableColumn } from '../../platform/documents/table.ts';
import type { JointWithRoot } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { TaskOptions } from '../../platform/queue/in-worker.ts';
import { listBillingUnits } from '../../properties/index.ts';
import { listStoredFees } from '../fees/fees.repository.ts';
import { readFeeCharges } from '../fees/fees.service.ts';
import { readBalances } from '../ledger/ledger.repository.ts';
import { listConcepts } from '../settings/concepts.repository.ts';
import { readLastCharges, type UnitCharge } from '../store/months.repository.ts';
import { draftsService } from './drafts.service.ts';

interface UnitRow {
  apartmentId: string;
  owner: string;
}

interface Charged {
  units: readonly UnitRow[];
  concepts: readonly { chargeConceptId: number | null; name: string }[];
  charges: readonly UnitCharge[];
}

/** Charge concept offered to a joint without charges yet. */
const FIRST = [{ chargeConceptId: null, name: 'Cuota de administración' }];

const chargeKey = (apartmentId: string, chargeConceptId: number | null): string =>
  JSON.stringify([apartmentId, chargeConceptId]);

/**
 * Builds a workbook of charges to fill in: a row per unit, a column per concept, and empty columns. The workbook
 * can be read as a month without questions.
 */
function chargesWorkbook(
  name: string,
  subject: string,
  { units, concepts, charges }: Charged,
  options: TaskOptions,
  toFill: readonly string[] = [],
): Promise<FileAnswer> {
  const amounts = new Map(
    charges.map(({ apartmentId, chargeConceptId, amount }) => [
      chargeKey(apartmentId, chargeConceptId),
      amount,
    ]),
  );
  const columns: TableColumn<UnitRow>[] = [
    { title: 'Inmueble', kind: 'text', value: ({ apartmentId }) => apartmentId },
    { title: 'Propietario', kind: 'text', value: ({ owner }) => owner },
    ...toFill.map((title): TableColumn<UnitRow> => ({ title, kind: 'money', value: () => null })),
    ...concepts.map(({ chargeConceptId, name: title }): TableColumn<UnitRow> => {
      const value = ({ apartmentId }: UnitRow) =>
        amounts.get(chargeKey(apartmentId, chargeConceptId)) ?? null;
      return { title, kind: 'money', value };
    }),
  ];
  const title = 'Planilla de cobros';
  return workbook({ name, heading: { title, subject } }, { name: 'Cobros', columns, rows: units }, options);
}

/**
 * Builds the workbook for the administrator to fill in for the next month: a row for each unit, a column for
 * each charge with the last amounts (fines left empty). If the joint's ledger is empty, also a column for
 * opening balances. The workbook can be uploaded without questions.
 */
export async function chargesTemplate(
  db: Db,
  { jointId, jointName }: JointWithRoot,
  options: TaskOptions,
): Promise<FileAnswer> {
  const { units, concepts, begun, last } = await readAsOfNow(db, async (trx) => ({
    units: await listBillingUnits(trx, jointId),
    concepts: await listConcepts(trx, jointId),
    begun: (await readBalances(trx, jointId)).size > 0,
    last: await readLastCharges(trx, jointId),
  }));
  const fines = new Set(
    concepts.flatMap(({ nature, chargeConceptId }) => (nature === 'fine' ? [chargeConceptId] : [])),
  );
  const charges = last?.charges.filter(({ chargeConceptId }) => !fines.has(chargeConceptId)) ?? [];
  const charged = { units, concepts: concepts.length > 0 ? concepts : FIRST, charges };
  return chargesWorkbook(
    `Planilla de cobros ${jointName}`,
    jointName,
    charged,
    options,
    begun ? [] : ['Saldo anterior'],
  );
}

/**
 * Creates the service to bill a month without a spreadsheet, with the charges of the month before: returns
 * the last charges, and stores a new draft with the changes typed by the user.
 */
export function repeatService(context: Context) {
  const { db } = context.store;
  const drafts = draftsService(context);

  /**
   * Returns the charges of the last issued month, or with `feesOf` the charges that the fees make in the month, for the
   * units billed now.
   * @throws Problem nothingToRepeat, noFees
   */
  async function last(jointId: number, feesOf: Month | null = null): Promise<LastCharges> {
    const { units, concepts, charges, month, unread } = await read(jointId, feesOf);
    const byUnit = new Map<string, UnitCharge[]>();
    for (const charge of charges)
      byUnit.set(charge.apartmentId, [...(byUnit.get(charge.apartmentId) ?? []), charge]);
    return {
      ...yearAndMonth(month),
      concepts,
      unread,
      units: units.map(({ apartmentId, owner }) => ({
        apartmentId,
        owner,
        charges: (byUnit.get(apartmentId) ?? []).map(({ chargeConceptId, amount }) => ({
          chargeConceptId,
          amount: toPesos(amount),
        })),
      })),
    };
  }

  /**
   * Builds a spreadsheet of the last charges, or of the fees, with the changes typed by the user; stores the file like
   * an upload.
   * @throws Problem nothingToRepeat, noFees, apartmentNotFound, chargeConceptNotFound, amountInvalid, billingOff
   */
  async function repeat(
    principal: Principal,
    { jointId, jointName }: JointWithRoot,
    { year, month, concepts: wanted, changes, fees }: RepeatedMonth,
  ): Promise<Draft> {
    const of = monthOf(year, month);
    const { units, charges, concepts } = await read(jointId, fees === true ? of : null);
    const unitIds = new Set(units.map(({ apartmentId }) => apartmentId));
    const chosen = concepts.filter(({ chargeConceptId }) => wanted.includes(chargeConceptId));
    if (chosen.length < new Set(wanted).size) throw new Problem('chargeConceptNotFound');
    const amounts = new Map(
      charges.map((charge) => [chargeKey(charge.apartmentId, charge.chargeConceptId), charge]),
    );
    for (const { apartmentId, chargeConceptId, amount } of changes) {
      if (!unitIds.has(apartmentId)) throw new Problem('apartmentNotFound');
      if (!wanted.includes(chargeConceptId)) throw new Problem('chargeConceptNotFound');
      const typed = centavosOf(amount);
      amounts.set(chargeKey(apartmentId, chargeConceptId), { apartmentId, chargeConceptId, amount: typed });
    }
    // The file name contains the month, because reading uses the name.
    const source = fees === true ? 'las cuotas fijadas' : 'los cobros del mes anterior';
    const name = `${capitalized(monthWords(of))} con ${source}`;
    const charged = { units, concepts: chosen, charges: [...amounts.values()] };
    const { bytes, name: fileName } = await chargesWorkbook(name, jointName, charged, {
      actor: principal.actor,
    });
    return drafts.send(principal, jointId, { bytes, fileName });
  }

  async function read(jointId: number, feesOf: Month | null) {
    return readAsOfNow(db, async (trx) => {
      const found =
        feesOf === null ? await readLastCharges(trx, jointId) : await readFeeCharges(trx, jointId, feesOf);
      if (found === null) throw new Problem('nothingToRepeat');
      const units = await listBillingUnits(trx, jointId);
      const billed = new Set(units.map(({ apartmentId }) => apartmentId));
      const charges = found.charges.filter(({ apartmentId }) => billed.has(apartmentId));
      const used = new Set(charges.map(({ chargeConceptId }) => chargeConceptId));
      const fees = await listStoredFees(trx, jointId);
      const month = feesOf ?? shiftMonth(found.month, 1);
      const concepts = (await listConcepts(trx, jointId)).flatMap((concept) => {
        const { chargeConceptId: id } = concept;
        const own = fees.filter(({ chargeConceptId }) => chargeConceptId === id);
        const feeEnded =
          own.length > 0 && own.every(({ lastMonth }) => lastMonth !== null && lastMonth < month);
        return used.has(id) ? [{ ...concept, feeEnded }] : [];
      });
      return { unread: [], ...found, units, concepts, charges };
    });
  }

  return { last, repeat };
}

/**
 * Converts pesos typed by the user to centavos.
 * @throws Problem amountInvalid
 */
function centavosOf(pesos: number): Centavos {
  const amount = fromPesos(pesos);
  if (amount === null || amount < 0) throw new Problem('amountInvalid');
  return amount;
}
