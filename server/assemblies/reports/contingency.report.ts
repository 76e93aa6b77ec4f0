import { conceptName } from '../../../shared/assemblies/concept-names.ts';
import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { Power } from '../../../shared/assemblies/powers/powers.api.ts';
import { contingencyReport } from '../../../shared/assemblies/reports.api.ts';
import { coefficient } from '../../../shared/format.ts';
import { defineReport, paperAndBook } from '../../platform/documents/define-report.ts';
import {
  onPaper,
  type ReportLayout,
  type ReportPart,
  table,
} from '../../platform/documents/report-layout.ts';
import { sectionTitle } from '../../platform/documents/report-table.ts';
import { prose } from '../../platform/documents/report-text.ts';
import { coefficientFact, countFact, type TableColumn } from '../../platform/documents/table.ts';
import { powersOn } from '../powers/list.ts';
import { type RollEntry, readRoll } from '../store/attendance/attendance.repository.ts';
import type { StoredConcept } from '../store/questions/concepts.repository.ts';
import { assemblyGround } from './assembly-layout.ts';
import { readGround } from './heading.ts';
import type { ReportHeading } from './rows.ts';

const FOLDER_TITLE = 'Carpeta de Contingencia';
/** Most answers with a column of boxes; a question with more answers has a column for the number of the answer. */
const MOST_BOXES = 6;
const SIGNATURES = 'Presidente: ______________________________   Secretario: ______________________________';
/** Unit of the roll on paper. */
type Unit = Pick<RollEntry, 'apartmentId' | 'ownerName' | 'coefficient'>;

interface Contingency {
  heading: ReportHeading;
  roll: readonly Unit[];
  /** Questions open or prepared. */
  questions: readonly StoredConcept[];
  /** Pending and accepted powers. */
  powers: readonly Power[];
}

/** Column for ink: an empty cell, or on paper a printed mark as the place to write. */
const blank = <R>(title: string, width: number, none = ''): TableColumn<R> => ({
  title,
  kind: 'text',
  width,
  none,
  value: () => null,
});
/** Printed place of the X of a vote. */
const BOX = '(      )';

const unit: TableColumn<Unit> = {
  title: 'Inmueble',
  kind: 'text',
  width: 60,
  value: ({ apartmentId }) => apartmentId,
};
const weight: TableColumn<Unit> = {
  title: 'Coeficiente',
  kind: 'coefficient',
  width: 56,
  value: (row) => row.coefficient,
};
const owner: TableColumn<Unit> = {
  title: 'Propietario',
  kind: 'text',
  width: 120,
  value: ({ ownerName }) => ownerName,
};

function instructions({ heading: { quorum, total } }: Contingency): ReportPart {
  const steps = [
    '1. Registre a cada asistente en la lista: hora de entrada, y firma. Si viene con poder, escriba quién es y guarde el poder en esta carpeta.',
    `2. Sume los coeficientes de quienes firmaron y no han salido. Hay quórum con más de ${coefficient(quorum.required)} de ${coefficient(total.coefficient)}.`,
    '3. En cada votación marque con una X la respuesta de cada inmueble presente. Un inmueble vota una sola vez; sin coeficiente no vota.',
    '4. En la hoja de sumas anote, por respuesta, el número de inmuebles y la suma de sus coeficientes. Lea el resultado en voz alta y fírmela con el presidente y el secretario.',
    '5. Anote en la lista la hora de salida de quien se retire. Quien salió no vota las preguntas siguientes.',
    '6. Guarde todas las hojas: son el soporte del acta.',
  ];
  return onPaper(() => [
    sectionTitle('Qué hacer sin energía o sin internet'),
    ...steps.map((step) => prose(step, { margin: [0, 2, 0, 2] })),
  ]);
}

function voteList({ conceptId, description, answers }: StoredConcept, roll: readonly Unit[]): ReportPart {
  // Titles of columns repeat on each page.
  const numbers = answers.map((answer) => `${answer.answerId}. ${answer.description}`).join(' · ');
  const boxes =
    answers.length > MOST_BOXES
      ? [blank<Unit>(`Número de la respuesta (${numbers})`, 320, BOX)]
      : answers.map((answer) => blank<Unit>(answer.description, 50, BOX));
  return table<Unit>({
    name: conceptName(conceptId),
    title: `${conceptName(conceptId)}: ${description}`,
    rows: roll.filter((row) => row.coefficient > 0),
    columns: [unit, weight, ...boxes],
  });
}

interface SumRow {
  question: string;
  answer: string;
}

/** Layout of the folder for an evening without electricity (specification, section 11). */
export function contingencyLayout(folder: Contingency): ReportLayout {
  const { heading, roll, questions, powers } = folder;
  return {
    ...assemblyGround(heading, []),
    title: FOLDER_TITLE,
    facts: [
      ...assemblyGround(heading, []).facts,
      countFact('Inmuebles', roll.length),
      coefficientFact('Suma de coeficientes', heading.total.coefficient),
    ],
    parts: [
      instructions(folder),
      table<Unit>({
        name: 'Lista de asistencia',
        rows: roll,
        empty: 'La copropiedad no tiene inmuebles.',
        columns: [
          unit,
          owner,
          weight,
          blank('Entrada', 44),
          blank('Salida', 44),
          { ...blank('Asiste y firma', 150, 'Nombre:'), small: () => 'Firma:' },
        ],
      }),
      ...questions.map((question) => voteList(question, roll)),
      table<SumRow>({
        name: 'Hoja de sumas',
        rows: [
          { question: 'Quórum al abrir', answer: 'Presentes' },
          ...questions.flatMap(({ conceptId, answers }) =>
            answers.map(({ description }) => ({ question: conceptName(conceptId), answer: description })),
          ),
        ],
        columns: [
          { title: 'Votación', kind: 'text', width: 90, value: ({ question }) => question },
          { title: 'Respuesta', kind: 'text', width: 120, value: ({ answer }) => answer },
          blank('Inmuebles', 60),
          blank('Suma de coeficientes', 90),
          blank('Hora', 50),
        ],
      }),
      onPaper(() => [prose(SIGNATURES, { margin: [0, 14, 0, 14] })]),
      table<Power>({
        name: 'Poderes recibidos',
        rows: powers,
        empty: 'No se ha recibido ningún poder.',
        columns: [
          {
            title: 'Inmuebles',
            kind: 'text',
            width: 80,
            value: ({ units }) => units.map(({ apartmentId }) => apartmentId).join(', '),
          },
          { title: 'Lo da', kind: 'text', width: 120, value: ({ granter }) => granter.name },
          { title: 'Lo recibe', kind: 'text', width: 120, value: ({ holder }) => holder.name },
          blank('Hora de uso', 60),
        ],
      }),
    ],
  };
}

export default defineReport(contingencyReport, {
  read: async (trx, { params, query: { assemblyId: asOf } }): Promise<Contingency> => {
    const ground = await readGround(trx, { ...params, assemblyId: asOf });
    const { assemblyId, jointId } = ground.where;
    const powers = await powersOn(trx, ground);
    return {
      heading: ground.heading,
      roll: await readRoll(trx, { assemblyId, jointIds: [jointId] }),
      questions: ground.concepts.filter(
        ({ conceptId, closedAt, active, deletion }) =>
          conceptId !== ATTENDANCE && deletion === null && (closedAt === null || active === 1),
      ),
      powers: powers.filter(({ state }) => state === 'pending' || state === 'accepted'),
    };
  },
  formats: paperAndBook(contingencyLayout),
});
