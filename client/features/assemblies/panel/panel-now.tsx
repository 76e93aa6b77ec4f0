import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { conceptName, shortLabel } from '../concept-words.ts';
import type { Chosen } from '../use-chosen-concept.ts';
import { NoQuorumWarning } from './opening.tsx';
import styles from './panel-now.module.css';
import { stateOf, turnout } from './panel-words.ts';
import { PreparedList } from './prepared-list.tsx';
import type { Toggling } from './use-toggle.ts';

/** So many prepared questions are offered where none is open; all of them stand in the list. */
const NEXT = 3;

interface Props {
  joint: LiveJoint;
  chosen: Chosen;
  toggling: Toggling;
}

/** What is open now, where the centre of the panel does not show it: another question, or none. */
export function PanelNow({ joint, chosen, toggling }: Props) {
  const { active, concept, isNews } = chosen;
  if (active !== null) {
    if (concept === active) return null;
    const name = conceptName(active.conceptId);
    return (
      <div className={styles.now}>
        <div className={styles.words}>
          <p className={styles.title} role="status">
            {isNews ? `Se activó ${name}` : `Está activa ${name}`}
          </p>
          <p className={styles.soft}>{shortLabel(active)}</p>
          <p className={styles.soft}>
            Han votado {turnout(active.voted.apartments, joint.registered.apartments)}.
          </p>
        </div>
        <Button onPress={chosen.follow}>Ver {name}</Button>
      </div>
    );
  }
  const isOver = joint.assembly?.closedAt != null;
  const prepared = joint.concepts.filter((one) => stateOf(one) === 'prepared');
  // What is chosen has its own 'Activar' right below.
  const next = prepared.filter((one) => one !== concept).slice(0, concept === null ? NEXT : 1);
  if (isOver) return null;
  return (
    <section className={styles.none} aria-label="Sin votación activa">
      <p className={styles.title}>No hay votación activa</p>
      {next.length > 0 ? (
        <>
          <NoQuorumWarning joint={joint} />
          <p className={styles.soft}>
            {prepared.length === 1 ? 'Pregunta preparada:' : 'Siguientes preguntas preparadas:'}
          </p>
          <PreparedList concepts={next} toggling={toggling} isOver={isOver} onChoose={chosen.choose} />
        </>
      ) : (
        prepared.length === 0 && (
          <div>
            <ButtonLink to="/GenerateQuestion" variant="secondary">
              Generar Pregunta
            </ButtonLink>
          </div>
        )
      )}
    </section>
  );
}
