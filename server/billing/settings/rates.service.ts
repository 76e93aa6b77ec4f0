import type { InputOf } from '../../../shared/api.ts';
import type {
  JointInterestWay,
  JointRate,
  LegalRate,
  LegalRatesReport,
  setInterestWay,
  setJointRate,
  setLegalRate,
} from '../../../shared/billing/settings.api.ts';
import { shiftMonth } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { appendAudit, RATES_CHAIN } from '../../platform/audit/trail.ts';
import type { Context } from '../../platform/context.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem, refuseMoved } from '../../platform/http/problem.ts';
import { plainFileName, type UploadedFile } from '../../platform/http/uploaded-file.ts';
import { sortByRow } from '../../platform/sheets/mapping/problems.ts';
import { readUploadAs } from '../../platform/sheets/read-upload.ts';
import { inBooks } from '../ledger/books-act.ts';
import { requireBilling } from './billed-joint.ts';
import { ceilingsReading } from './ceilings-reading.ts';
import { type CeilingsTable, swappedRates } from './ceilings-table.ts';
import * as rates from './rates.repository.ts';
import {
  ANNUAL_IN_A_PER_CENT,
  isSwapped,
  MONTHLY_IN_A_PER_CENT,
  percentParts,
  toPercent,
  wayOf,
} from './rates.ts';
import { lastBilledMonth, listInterestWays, upsertInterestWay } from './ways.repository.ts';

type GivenCeiling = InputOf<typeof setLegalRate>['body'];
type GivenRate = InputOf<typeof setJointRate>['body'];

/**
 * Creates the service for rates of late interest: the legal ceilings by month, typed or uploaded by staff
 * (audited for the platform), and the rate, method and months without interest of each joint (audited in the
 * joint's billing).
 */
export function ratesService({ store: { db } }: Context) {
  return {
    legal: async (): Promise<LegalRate[]> => (await rates.listLegalRates(db)).map(legalRate),

    setLegal: async ({ actor }: Principal, ceiling: GivenCeiling): Promise<LegalRate> => {
      const rate = checkedCeiling(ceiling);
      const at = Date.now();
      await db.transaction().execute(async (trx) => {
        if (ceiling.wentOn !== true) checkNeighbours(rate, await rates.listLegalRates(trx));
        // The entry locks the trail: afterwards no other person changes a ceiling.
        await appendAudit(trx, { chain: RATES_CHAIN, actor, at }, 'legalRateSet', rate);
        refuseMovedEntry((await rates.listLegalRates(trx)).map(legalRate), legalRate(rate), ceiling.seen);
        await rates.upsertLegalRate(trx, rate, { at, actor });
      });
      return legalRate(rate);
    },

    /**
     * Reads a spreadsheet of legal ceilings and returns a preview. With `commit`, stores all rows or fails.
     * @throws Problem importHasProblems with the report; sheetTooLarge, sheetUnreadable, overloaded
     */
    importLegal: async (
      principal: Principal,
      file: UploadedFile,
      commit: boolean,
    ): Promise<LegalRatesReport> => {
      const { actor } = principal;
      const read = await readUploadAs(file, ceilingsReading, null, principal);
      const storedRates = new Map((await rates.listLegalRates(db)).map((rate) => [rate.month, rate]));
      const inPercent = new Map([...storedRates].map(([of, rate]) => [of, toPercent(rate.annualRate)]));
      const table = {
        ...read,
        problems: sortByRow([...read.problems, ...swappedRates(read.rows, inPercent)]),
      };
      if (!commit) return reportOf(table, storedRates, false);
      if (table.problems.some(({ severity }) => severity === 'error')) {
        throw new Problem('importHasProblems', reportOf(table, storedRates, false));
      }
      const at = Date.now();
      await db.transaction().execute(async (trx) => {
        for (const row of table.rows) {
          const rate = checkedCeiling(row);
          await appendAudit(trx, { chain: RATES_CHAIN, actor, at }, 'legalRateSet', {
            ...rate,
            fileName: plainFileName(file.fileName),
          });
          await rates.upsertLegalRate(trx, rate, { at, actor });
        }
      });
      return reportOf(table, storedRates, true);
    },

    ofJoint: async (jointId: number): Promise<JointRate[]> =>
      (await rates.listJointRates(db, jointId)).map(jointRate),

    setOfJoint: async ({ actor }: Principal, jointId: number, newRate: GivenRate): Promise<JointRate> => {
      const rate = checkedRate(newRate);
      await requireBilling(db, jointId);
      await inBooks(db, { jointId, actor }, async ({ trx, books: { interestThrough }, at, audit }) => {
        if (interestThrough !== null && rate.month <= interestThrough) throw new Problem('monthCharged');
        refuseMovedEntry(
          (await rates.listJointRates(trx, jointId)).map(jointRate),
          jointRate(rate),
          newRate.seen,
        );
        await rates.upsertJointRate(trx, jointId, rate, { at, actor });
        await audit('jointRateSet', rate);
      });
      return jointRate(rate);
    },

    ways: (jointId: number): Promise<JointInterestWay[]> => listInterestWays(db, jointId),

    setWay: async (
      { actor }: Principal,
      jointId: number,
      { month, way, acta, seen }: InputOf<typeof setInterestWay>['body'],
    ): Promise<JointInterestWay> => {
      const chosen = { month, way, acta: acta.trim() };
      await requireBilling(db, jointId);
      return inBooks(db, { jointId, actor }, async ({ trx, books: { interestThrough }, at, audit }) => {
        const last = await lastBilledMonth(trx, jointId);
        // An issued month already charged interest, or left interest to the next month, by its own method.
        if ([last, interestThrough].some((of) => of !== null && month <= of)) {
          throw new Problem('wayTooEarly');
        }
        const ways = await listInterestWays(trx, jointId);
        refuseMovedEntry(ways, chosen, seen);
        const before = wayOf(ways, month);
        await upsertInterestWay(trx, jointId, chosen, { at, actor });
        await audit('interestWaySet', { ...chosen, before });
        return chosen;
      });
    },

    interestFree: (jointId: number): Promise<string[]> => rates.listInterestFree(db, jointId),

    setInterestFree: async (
      { actor }: Principal,
      jointId: number,
      { month, interestFree }: { month: string; interestFree: boolean },
    ): Promise<string[]> => {
      await requireBilling(db, jointId);
      return inBooks(db, { jointId, actor }, async ({ trx, books: { interestThrough }, at, audit }) => {
        if (interestThrough !== null && month <= interestThrough) throw new Problem('monthCharged');
        // With a known rate, only the assembly may waive interest, with an acta.
        if (interestFree && (await rates.hasLegalRate(trx, month))) throw new Problem('legalRateKnown');
        if (await rates.setInterestFree(trx, { jointId, month, interestFree }, { at, actor })) {
          await audit('interestFreeSet', { month, interestFree });
        }
        return rates.listInterestFree(trx, jointId);
      });
    },
  };
}

/**
 * Refuses an entry of a month over the entry of another person. @throws Problem factsMoved
 * @param seen mark of the list with the entry of the month shown before, if any; undefined for no check
 */
function refuseMovedEntry<Entry extends { month: string }>(
  stored: readonly Entry[],
  entry: Entry,
  seen: string | undefined,
): void {
  const entries = stored.filter(({ month }) => month === entry.month);
  refuseMoved({ entries }, { entries: [entry] }, defined({ entries: seen }));
}

/**
 * Builds the report of a spreadsheet of ceilings. If a month already has a stored ceiling, the report shows both.
 */
function reportOf(
  { sheet, rows, problems, account }: CeilingsTable,
  storedRates: ReadonlyMap<string, rates.StoredLegalRate>,
  committed: boolean,
): LegalRatesReport {
  return {
    committed,
    sheet,
    problems,
    account,
    rows: rows.map((row) => {
      const stands = storedRates.get(row.month);
      const before = stands === undefined ? null : toPercent(stands.annualRate);
      return { ...row, before };
    }),
  };
}

const legalRate = ({ annualRate, ...rate }: rates.StoredLegalRate): LegalRate => ({
  ...rate,
  annualRate: toPercent(annualRate),
});

const jointRate = ({ annualRate, monthlyRate, ...rate }: rates.StoredJointRate): JointRate => ({
  ...rate,
  annualRate: annualRate === null ? null : toPercent(annualRate),
  monthlyRate: monthlyRate === null ? null : monthlyRate / MONTHLY_IN_A_PER_CENT,
});

/** Converts a rate from per cent to stored integer parts. @throws Problem badRequest for too many decimals */
function exactRate(percent: number, parts: number, field: string): number {
  const stored = percentParts(percent, parts);
  if (stored === null) throw new Problem('badRequest', [{ field, rule: 'decimals' }]);
  return stored;
}

/**
 * Checks a legal ceiling: either resolution number and day, or a source in words is required. @throws Problem
 * resolutionMissing
 */
function checkedCeiling({ month, annualRate, ...given }: GivenCeiling): rates.StoredLegalRate {
  const source = given.source?.trim() ?? '';
  const [resolution, resolvedOn] = [given.resolution?.trim() ?? null, given.resolvedOn ?? null];
  const hasNone = resolution === null && resolvedOn === null;
  if (hasNone ? source === '' : resolution === null || resolvedOn === null) {
    throw new Problem('resolutionMissing');
  }
  const stored = exactRate(annualRate, ANNUAL_IN_A_PER_CENT, '/annualRate');
  return { month, annualRate: stored, source, resolution, resolvedOn };
}

/** Refuses a ceiling that looks swapped beside the ceilings of the months before and after. @throws Problem rateSwapped */
function checkNeighbours(rate: rates.StoredLegalRate, stored: readonly rates.StoredLegalRate[]): void {
  const beside = stored.filter(({ month }) =>
    [shiftMonth(rate.month, -1), shiftMonth(rate.month, 1)].includes(month),
  );
  const [nearest] = beside;
  if (nearest === undefined || !beside.every((one) => isSwapped(rate.annualRate, one.annualRate))) return;
  throw new Problem('rateSwapped', { month: nearest.month, annualRate: toPercent(nearest.annualRate) });
}

/** Checks a joint's own rate: only a `fixed` rate has a value, and decisions of the assembly name the acta. */
function checkedRate({ month, mode, acta, ...given }: GivenRate): rates.StoredJointRate {
  const named = acta?.trim() ?? null;
  if (mode !== 'legal' && named === null) throw new Problem('actaRequired');
  const none = { annualRate: null, monthlyRate: null };
  if (mode !== 'fixed') return { month, mode, ...none, acta: named };
  const [annual, monthly] = [given.annualRate ?? null, given.monthlyRate ?? null];
  if (annual === null && monthly === null) throw new Problem('rateMissing');
  if (annual !== null && monthly !== null) throw new Problem('rateTwice');
  return {
    month,
    mode,
    acta: named,
    annualRate: annual === null ? null : exactRate(annual, ANNUAL_IN_A_PER_CENT, '/annualRate'),
    monthlyRate: monthly === null ? null : exactRate(monthly, MONTHLY_IN_A_PER_CENT, '/monthlyRate'),
  };
}
