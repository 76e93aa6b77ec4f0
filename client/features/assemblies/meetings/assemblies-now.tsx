import { assemblyState } from '../../../../shared/assemblies/assembly-words.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';
import { cx } from '../../../ui/cx.ts';
import { activeQuestion, quorumWords, shortLabel, weightWords } from '../concept-words.ts';
import { JointLiveLine } from '../joint-live-line.tsx';
import styles from './assemblies-current.module.css';

/** Where the assembly is, as a mark beside its name. */
export function AssemblyStateLine({ assembly }: { assembly: Assembly }) {
  const isClosed = assembly.closedAt !== null;
  const isOpen = assembly.openedAt !== null && !isClosed;
  return (
    <p className={styles.states}>
      <span className={cx(styles.state, isOpen && styles.open, isClosed && styles.closed)}>
        {assemblyState(assembly)}
      </span>
      {assembly.call === 2 && <span className={cx(styles.state, styles.second)}>Segunda convocatoria</span>}
      {assembly.openedAt === null && (
        <span className={styles.soft}>
          Se abre con «Abrir asamblea», o por sí sola con el primer registro o la primera pregunta.
        </span>
      )}
    </p>
  );
}

/** Who is here and what is being voted, as of this moment. */
export function AssemblyNow({ live }: { live: LiveEntry }) {
  const { joint } = live;
  if (!joint) return null;
  const words = quorumWords(joint);
  const open = activeQuestion(joint.concepts);
  return (
    <div className={styles.now}>
      <p>
        <strong className={words.isGood ? styles.good : styles.missing}>{words.title}.</strong> {words.detail}
      </p>
      {open && (
        <p>
          <strong>Votación abierta.</strong> {shortLabel(open)}:{' '}
          {open.voted.apartments === 0 ? 'todavía sin votos' : weightWords(open.voted)}.
        </p>
      )}
      <JointLiveLine live={live} />
    </div>
  );
}
