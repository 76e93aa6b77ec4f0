import { useQuery } from '@tanstack/react-query';
import { getLawDates, type LawDates } from '../../../../shared/assemblies/assemblies.api.ts';
import { date } from '../../../../shared/format.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { dateTime } from '../../../lib/format.ts';
import { freshOf } from '../../../lib/query.ts';
import styles from './assemblies-law.module.css';

/**
 * Query: legal dates of the current assembly, for example the last day for the notice. Refetched after a change of
 * the day.
 */
const lawDatesQuery = (jointId: number, { assemblyId, scheduledAt, openedAt, kind }: Assembly) =>
  freshOf(['assemblies', jointId, 'dates', assemblyId, scheduledAt, openedAt, kind], getLawDates, {
    params: { jointId },
  });

/**
 * List for operators with the legal dates computed from the day of the assembly (last day for the notice …), each
 * with the article of law.
 */
export function LawDatesList({ jointId, assembly }: { jointId: number; assembly: Assembly }) {
  const { data } = useQuery(lawDatesQuery(jointId, assembly));
  if (data === undefined || assembly.closedAt !== null) return null;
  return (
    <ul className={`stack-2 plain ${styles.notes}`} aria-label="Fechas que pide la ley">
      {dateLines(data, assembly).map(({ text, source }) => (
        <li key={text}>
          {text} <span className={`faint ${styles.source}`}>{source}</span>
        </li>
      ))}
    </ul>
  );
}

function dateLines(
  { ordinaryBy, isLate, noticeBy, secondCallAt, isSecondCallOwn, byRightAt }: LawDates,
  { call, openedAt }: Assembly,
) {
  const notice =
    noticeBy === null
      ? []
      : [
          {
            text: `La convocatoria se envía a cada propietario a más tardar el ${date(`${noticeBy}T12:00:00Z`)}: quince días calendario antes.`,
            source: 'art. 39',
          },
        ];
  const second =
    secondCallAt === null || call === 2
      ? []
      : [
          {
            text: `Sin quórum, la segunda convocatoria es el ${dateTime(secondCallAt)}: ${isSecondCallOwn ? 'así lo dispone el reglamento' : 'el tercer día hábil siguiente, si el reglamento no dispone otra cosa'}.`,
            source: 'art. 41',
          },
        ];
  const byRight =
    openedAt !== null
      ? []
      : [
          {
            text: `Si nadie convoca a la ordinaria, los propietarios se reúnen por derecho propio el ${dateTime(byRightAt)}.`,
            source: 'art. 40',
          },
        ];
  const ordinary =
    ordinaryBy === null
      ? []
      : [
          {
            text: `La ordinaria ${isLate ? 'debía reunirse' : 'se reúne'} a más tardar el ${date(`${ordinaryBy}T12:00:00Z`)}: dentro de los tres meses siguientes al período presupuestal, si el reglamento no señala otra fecha.`,
            source: 'art. 39',
          },
        ];
  return [...ordinary, ...notice, ...second, ...byRight];
}
