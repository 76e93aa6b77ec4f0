import type { Power } from '../../../shared/assemblies/powers/powers.api.ts';
import { powerOriginNames } from '../../../shared/assemblies/powers/words.ts';
import { powersReport } from '../../../shared/assemblies/reports.api.ts';
import { fromNumber } from '../../../shared/coefficient.ts';
import { count } from '../../../shared/format.ts';
import { defineReport, paperAndBook } from '../../platform/documents/define-report.ts';
import { type ReportLayout, table } from '../../platform/documents/report-layout.ts';
import { coefficientFact, countFact } from '../../platform/documents/table.ts';
import { powersOn } from '../powers/list.ts';
import { checkerOf, powerStateWords, representedBy } from '../powers/sentences.ts';
import { assemblyGround, clockOf } from './assembly-layout.ts';
import { readGround } from './heading.ts';
import type { ReportHeading } from './rows.ts';

const TITLE = 'Lista de Poderes';

interface PowersReading {
  heading: ReportHeading;
  powers: readonly Power[];
}

const at = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));

/**
 * Layout of the report of powers of attorney for PDF, Excel and screen: every entered power, with the result
 * (docs/why/powers.md).
 */
export function powersLayout({ heading, powers }: PowersReading): ReportLayout {
  const represented = representedBy(powers);
  return {
    ...assemblyGround(heading, [
      countFact('Poderes', powers.length),
      countFact('Inmuebles registrados por poder', represented.apartments),
      coefficientFact('Coeficiente registrado por poder', represented.coefficient),
    ]),
    title: TITLE,
    clock: clockOf(powers.map(({ enteredAt }) => Date.parse(enteredAt))),
    parts: [
      table<Power>({
        name: 'Poderes',
        title: `Poderes (${count(powers.length)})`,
        rows: powers,
        empty: 'No se recibió ningún poder.',
        size: 8,
        columns: [
          {
            title: 'Inmuebles',
            kind: 'text',
            width: 62,
            value: ({ units }) => units.map(({ apartmentId }) => apartmentId).join(', '),
          },
          {
            title: 'Lo da',
            kind: 'text',
            width: 92,
            value: ({ granter }) => granter.name,
            small: ({ granter }) => granter.document ?? '',
          },
          { title: 'Documento de quien lo da', kind: 'text', value: ({ granter }) => granter.document },
          {
            title: 'Lo recibe',
            kind: 'text',
            width: 92,
            value: ({ holder }) => holder.name,
            small: ({ holder, substitute }) =>
              [
                holder.document ?? 'Sin documento',
                ...(substitute ? [`Suplente: ${substitute.name}`, substitute.document ?? ''] : []),
              ]
                .filter((words) => words !== '')
                .join('. '),
          },
          { title: 'Documento de quien lo recibe', kind: 'text', value: ({ holder }) => holder.document },
          {
            title: 'Coeficiente',
            kind: 'coefficient',
            width: 54,
            value: (power) => fromNumber(power.coefficient),
          },
          { title: 'Recibido', kind: 'instant', width: 48, value: ({ enteredAt }) => at(enteredAt) },
          {
            title: 'Cómo',
            kind: 'text',
            width: 52,
            value: ({ origin }) => powerOriginNames[origin],
          },
          { title: 'Lo recibió', kind: 'text', value: ({ enteredBy }) => enteredBy },
          {
            title: 'Lo revisó',
            kind: 'text',
            width: 62,
            value: checkerOf,
            none: 'Nadie',
          },
          {
            title: 'Revisado',
            kind: 'instant',
            value: (power) => at(checkerOf(power) === null ? null : power.decidedAt),
          },
          { title: 'Estado', kind: 'text', width: 78, value: powerStateWords },
          { title: 'Instrucciones', kind: 'text', value: ({ instructions }) => instructions },
          { title: 'Hojas', kind: 'count', value: ({ pages }) => pages.length },
        ],
      }),
    ],
  };
}

export default defineReport(powersReport, {
  read: async (trx, { params, query }) => {
    const ground = await readGround(trx, { ...params, ...query });
    return { heading: ground.heading, powers: await powersOn(trx, ground) };
  },
  formats: paperAndBook(powersLayout),
});
