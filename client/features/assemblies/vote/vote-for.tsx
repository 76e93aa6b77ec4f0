import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import type { RecordItem } from '../../../../shared/assemblies/votes.api.ts';
import { coefficient, units as countUnits } from '../../../lib/format.ts';
import { totalCoefficient } from '../own-units.ts';
import styles from '../vote.module.css';
import type { Representation, UnitBallot } from './vote-ballot.ts';
import type { AnswerOption } from './vote-confirm.tsx';

/** More than this many are folded away: the ballot is what a thumb came for. */
const FOLDED_FROM = 4;

export function representationWords(standing: Representation): string | null {
  if (standing === null) return null;
  return standing === 'own' ? 'Propio' : 'Representado';
}

interface UnitProps {
  unit: AssemblyApartment;
  votes: readonly RecordItem[];
  answers: readonly AnswerOption[];
  whose: (owner: string) => Representation;
}

/** A unit in one line: whose it is, its weight, and what became of its vote where there is one. */
export function UnitLine({ unit, votes, answers, whose }: UnitProps) {
  const vote = votes.find((one) => one.apartmentId === unit.apartmentId);
  const standing = representationWords(whose(unit.owner));
  const said = answers.find((answer) => answer.id === vote?.voteId)?.label;
  return (
    <div className={`between ${styles.line}`}>
      <span className={styles.who}>
        <strong>{unit.apartmentId}</strong>
        {unit.owner && ` - ${unit.owner}`}
        {standing && <span className={styles.tag}>{standing}</span>}
      </span>
      <span className="tabular">
        {vote
          ? `Ya votó${said ? `: ${said}` : ''}`
          : unit.coefficient > 0
            ? coefficient(unit.coefficient)
            : 'Coeficiente 0, no vota'}
      </span>
    </div>
  );
}

interface Props extends Omit<UnitProps, 'unit'> {
  /** Those that can still vote, of all that are held. */
  open: readonly AssemblyApartment[];
  held: readonly AssemblyApartment[];
}

/** For which units, and with how much, one is about to vote. */
export function VotingFor({ open, held, ...rest }: Props) {
  const list = (
    <ul className={styles.lines}>
      {held.map((unit) => (
        <li key={unit.apartmentId}>
          <UnitLine unit={unit} {...rest} />
        </li>
      ))}
    </ul>
  );
  const words = (
    <>
      Vota por {countUnits(open.length)}, con un coeficiente de{' '}
      <strong>{coefficient(totalCoefficient(open))}</strong>
    </>
  );
  return (
    <section aria-label="Inmuebles por los que vota" className={styles.for}>
      {held.length < FOLDED_FROM ? (
        <>
          <p>{words}:</p>
          {list}
        </>
      ) : (
        <details>
          <summary className={styles.fold}>{words}. Ver inmuebles</summary>
          {list}
        </details>
      )}
    </section>
  );
}

/** Beside 'Votar': how many units and how much would be voted now. */
export function VotingWeight({
  open,
  ballots,
  isEach,
}: {
  open: readonly AssemblyApartment[];
  ballots: readonly UnitBallot[];
  isEach: boolean;
}) {
  const answered = open.filter((unit) => ballots.some((ballot) => ballot.apartmentId === unit.apartmentId));
  const voting = isEach ? answered : open;
  const part = isEach ? `${answered.length} de ${countUnits(open.length)}` : countUnits(open.length);
  return (
    <p className={styles.sum}>
      {part} · coeficiente {coefficient(totalCoefficient(voting))}
    </p>
  );
}
