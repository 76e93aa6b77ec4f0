import { debtorsListReport } from '../../../shared/assemblies/reports.api.ts';
import { sumMoney } from '../../../shared/money.ts';
import { defineReport, paperAndBook } from '../../platform/documents/define-report.ts';
import { type ReportLayout, table } from '../../platform/documents/report-layout.ts';
import { countFact, dayFact, instantFact, moneyFact } from '../../platform/documents/table.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readDebtorsLists, type StoredDebtors } from '../store/roll/debtors.repository.ts';
import { debtorsTable } from '../store/roll/debtors-table.ts';
import { assemblyGround } from './assembly-layout.ts';
import { readGround } from './heading.ts';
import type { ReportHeading } from './rows.ts';

/**
 * Layout of a list of owners in arrears: units, owners and overdue amounts, as the law requires, without more
 * personal data.
 */
function debtorsListLayout({ heading, list }: { heading: ReportHeading; list: StoredDebtors }): ReportLayout {
  const ground = assemblyGround(heading, []);
  return {
    ...ground,
    title: 'Propietarios en Mora',
    facts: [
      ...ground.facts,
      dayFact('A corte de', list.asOf),
      instantFact('Tomada', list.takenAt, ''),
      countFact('Inmuebles en mora', list.debtors.length),
      moneyFact('Total vencido', sumMoney(list.debtors.map(({ owed }) => owed))),
    ],
    parts: [table(debtorsTable(list.debtors))],
  };
}

export default defineReport(debtorsListReport, {
  read: async (trx, { params, query: { purpose, assemblyId } }) => {
    const ground = await readGround(trx, { ...params, assemblyId });
    if (ground.rootId !== params.jointId) throw new Problem('debtorsOfJoint');
    const list = (await readDebtorsLists(trx, ground.where.assemblyId))[purpose];
    if (list === null) throw new Problem('debtorsNotTaken');
    return { heading: ground.heading, list };
  },
  formats: paperAndBook(debtorsListLayout),
});
