import type { ElectionOutcome } from '../../../shared/assemblies/elections/outcome.ts';
import { type SeatRow, seatRows, sumLines } from '../../../shared/assemblies/elections/words.ts';
import { fromNumber } from '../../../shared/coefficient.ts';
import { count } from '../../../shared/format.ts';
import { type ReportPart, table } from '../../platform/documents/report-layout.ts';
import type { VoteReport } from './rows.ts';

/**
 * Returns the tables of a report for an election of several seats: the elected candidates, and the calculation of
 * the seats. Empty for other questions.
 */
export function electionParts({ result }: VoteReport): ReportPart[] {
  const election = result.outcome?.election;
  if (election === undefined) return [];
  const toldElection = { election, answers: result.answers };
  const isByLists = election.method === 'quotient';
  return [
    table<SeatRow>({
      name: 'Elegidos',
      title: `Elegidos (${count(election.elected.length)} de ${count(election.seats)} puestos)`,
      rows: seatRows(toldElection),
      empty: 'Nadie fue elegido.',
      columns: [
        { title: 'Puesto', kind: 'count', width: 40, value: ({ seat }) => seat },
        { title: 'Nombre', kind: 'text', width: 150, value: ({ name }) => name },
        ...(isByLists
          ? [{ title: 'Plancha', kind: 'text' as const, width: 110, value: ({ list }: SeatRow) => list }]
          : []),
        { title: 'Cómo', kind: 'text', width: 110, value: ({ how }) => how },
        ...(isByLists
          ? []
          : [
              {
                title: 'Coeficiente',
                kind: 'coefficient' as const,
                width: 70,
                value: (row: SeatRow) => (row.coefficient === null ? null : fromNumber(row.coefficient)),
              },
            ]),
        { title: 'Aceptación', kind: 'text', width: 70, value: ({ acceptance }) => acceptance },
      ],
    }),
    ...(isByLists
      ? [
          table<ListSumRow>({
            name: 'Cuenta',
            title: `Cuenta: ${sumLines(toldElection)[0] ?? ''}`,
            rows: election.lists,
            columns: [
              {
                title: 'Plancha',
                kind: 'text',
                width: 150,
                value: (row) => answerText(result, row.answerId),
              },
              { title: 'Votos', kind: 'coefficient', width: 75, value: (row) => fromNumber(row.votes) },
              {
                title: 'Veces que cabe el cuociente',
                short: 'Veces',
                kind: 'count',
                width: 50,
                value: (row) => row.whole,
              },
              { title: 'Residuo', kind: 'coefficient', width: 75, value: (row) => fromNumber(row.remainder) },
              {
                title: 'Puestos por cuociente',
                short: 'Por cuociente',
                kind: 'count',
                width: 60,
                value: (row) => row.seats,
              },
              {
                title: 'Puestos por residuo',
                short: 'Por residuo',
                kind: 'count',
                width: 60,
                value: (row) => row.byRemainder,
              },
            ],
          }),
        ]
      : []),
    table<AlternatePerson>({
      name: 'Suplentes',
      title: 'Suplentes, en orden',
      rows: election.alternates,
      empty: 'No hay suplentes.',
      columns: [
        { title: 'Nombre', kind: 'text', width: 200, value: ({ name }) => name },
        ...(isByLists
          ? [
              {
                title: 'Plancha',
                kind: 'text' as const,
                width: 150,
                value: ({ answerId }: AlternatePerson) => answerText(result, answerId),
              },
            ]
          : []),
      ],
    }),
  ];
}

type ListSumRow = ElectionOutcome['lists'][number];
type AlternatePerson = ElectionOutcome['alternates'][number];

const answerText = ({ answers }: VoteReport['result'], id: number): string =>
  answers.find(({ answerId }) => answerId === id)?.answerDescription ?? '';
