import { useEffect } from 'react';
import { listenForGesture, play, useMuted } from '../../lib/outcome-sound.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { type Arrival, useArrivals } from './arrivals.ts';
import styles from './desk-band.module.css';

const words: Readonly<Record<Arrival['outcome'], string>> = {
  registered: 'Asistencia registrada',
  already: 'Ya estaba registrado',
  unknown: 'No está en la lista del evento',
  failed: 'No se puede registrar la asistencia en este momento. Intente nuevamente.',
};
const sounds = {
  registered: 'registered',
  already: 'already',
  unknown: 'blocked',
  failed: 'blocked',
} as const;

/** Who came last, large, with a colour and a sound for how it went. */
export function DeskBand({ onAdd }: { onAdd: (typed: string) => void }) {
  const last = useArrivals((state) => state.last);
  const isMuted = useMuted((state) => state.isMuted);
  useEffect(listenForGesture, []);
  const turn = last?.turn;
  const outcome = last?.outcome;
  useEffect(() => {
    if (turn !== undefined && outcome !== undefined) play(sounds[outcome]);
  }, [turn, outcome]);
  return (
    <section className={styles.place} aria-label="Resultado del registro">
      {/* Put in anew at each turn, so that the same words are read out again. */}
      <div role="status" aria-atomic="true">
        {last ? (
          <div
            key={last.turn}
            className={cx(styles.band, styles[last.outcome], last.turn % 2 === 0 && styles.even)}
            data-outcome={last.outcome}
            data-turn={last.turn}
          >
            <p className={styles.word}>
              {words[last.outcome]}
              {last.outcome === 'already' && ` a las ${last.participant.checkInTime}`}
            </p>
            <p className={styles.name}>{'participant' in last ? last.participant.name : last.typed}</p>
            {'participant' in last && <p>{last.participant.participantId}</p>}
          </div>
        ) : (
          <div className={cx(styles.band, styles.idle)}>
            <p>Escanee o digite la identificación de quien llega: aquí verá su nombre.</p>
          </div>
        )}
      </div>
      <div className={styles.below}>
        <Button variant="quiet" size="small" onPress={() => useMuted.setState({ isMuted: !isMuted })}>
          {isMuted ? 'Activar sonido' : 'Silenciar sonido'}
        </Button>
        {last?.outcome === 'unknown' && (
          <Button variant="secondary" onPress={() => onAdd(last.typed)}>
            Agregar participante
          </Button>
        )}
      </div>
    </section>
  );
}
