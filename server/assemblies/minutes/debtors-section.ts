import { date, units } from '../../../shared/format.ts';
import { formatPesos, sumMoney } from '../../../shared/money.ts';
import { type Block, heading, paragraph } from './acta.ts';
import type { ActaFacts } from './acta-facts.ts';
import { onDayAtHour } from './words.ts';

const ANNEX = 'Anexo: propietarios en mora';

/**
 * Section of the acta about owners in arrears (Ley 675, art. 30); without a stored list, a blank to fill in by
 * hand.
 */
export function debtorsBlocks({ debtors, isBilled, rootName }: ActaFacts): Block[] {
  // The acta of a sector is a part of the joint's acta. The list is there.
  if (rootName !== null) return [];
  if (debtors === null) {
    return [
      {
        kind: 'blank',
        name: 'Propietarios en mora (Ley 675 de 2001, art. 30)',
        hint: isBilled
          ? '[Tome la lista de la facturación en «Asambleas» y genere de nuevo el borrador; o escriba los propietarios en mora, o que no los hay.]'
          : '[La copropiedad no lleva aquí su facturación: escriba los propietarios en mora, o que no los hay.]',
        lines: 4,
      },
    ];
  }
  const { asOf, takenAt, debtors: rows } = debtors;
  const books = `Según la facturación de la copropiedad con corte al ${date(`${asOf}T12:00:00Z`)}, consultada ${onDayAtHour(takenAt)}`;
  return [
    paragraph(
      rows.length === 0
        ? `${books}, ningún propietario está en mora (Ley 675 de 2001, art. 30).`
        : `${books}, están en mora ${units(rows.length)} por ${formatPesos(sumMoney(rows.map(({ owed }) => owed)))}. Sus propietarios, que el acta debe incluir (Ley 675 de 2001, art. 30), están en el anexo.`,
    ),
  ];
}

/**
 * Annex of the acta (minutes of an assembly) with the list of owners in arrears: units, owners and overdue
 * amounts, without other personal data.
 */
export function debtorsAnnex({ debtors, rootName }: ActaFacts): Block[] {
  if (rootName !== null || debtors === null || debtors.debtors.length === 0) return [];
  return [
    heading(1, ANNEX),
    {
      kind: 'table',
      columns: [
        { header: 'Inmueble', share: 24 },
        { header: 'Propietario', share: 50 },
        { header: 'Valor vencido', share: 20, isNumber: true },
      ],
      rows: debtors.debtors.map((one) => [one.units.join(', '), one.owner, formatPesos(one.owed)]),
      total: ['Total', '', formatPesos(sumMoney(debtors.debtors.map(({ owed }) => owed)))],
    },
  ];
}
