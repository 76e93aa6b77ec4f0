import { useEffect } from 'react';
import { listenForGesture, type Outcome, useMuted } from '../../../../lib/outcome-sound.ts';
import { cx } from '../../../../ui/cx.ts';
import { Button } from '../../../../ui/page.tsx';
import { OutcomeIcon } from './outcome-icon.tsx';
import styles from './signal.module.css';
import { useSignal } from './signal.ts';

const words: Readonly<Record<Outcome, string>> = {
  registered: 'Registrado',
  already: 'Ya registrado',
  blocked: 'Bloqueado',
  pending: 'Pendiente',
  asking: 'Falta el inmueble',
};

/** What became of the last scan, to be seen out of the corner of an eye, and heard. */
export function SignalBand() {
  const shown = useSignal((state) => state.shown);
  useEffect(listenForGesture, []);
  const look = shown ? cx(styles.band, styles[shown.outcome], shown.turn % 2 === 0 && styles.even) : '';
  return (
    <section aria-label="Resultado de la lectura">
      {/* Put in anew at each turn, so that the same words are read out again. */}
      {/* Marked as an announcer: an open list hides the page around it from screen readers, but not this. */}
      <div role="status" aria-atomic="true" data-live-announcer="true">
        {shown ? (
          <div key={shown.turn} className={look} data-outcome={shown.outcome} data-turn={shown.turn}>
            <OutcomeIcon outcome={shown.outcome} className={styles.icon} />
            <div className="grow">
              <p className={styles.word}>{words[shown.outcome]}</p>
              {shown.detail && <p className={styles.detail}>{shown.detail}</p>}
            </div>
            {shown.scans > 1 && <p className={styles.scans}>{shown.scans} lecturas</p>}
          </div>
        ) : (
          <div className={cx(styles.band, styles.idle)}>
            <p className="anywhere">Aquí se ve el resultado de cada lectura.</p>
          </div>
        )}
      </div>
    </section>
  );
}

/** Whether what became of a scan is heard. */
export function SoundSwitch() {
  const isMuted = useMuted((state) => state.isMuted);
  return (
    <div>
      <Button variant="quiet" size="small" onPress={() => useMuted.setState({ isMuted: !isMuted })}>
        {isMuted ? 'Activar sonido' : 'Silenciar sonido'}
      </Button>
    </div>
  );
}
