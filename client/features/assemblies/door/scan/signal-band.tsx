import { type ReactNode, useEffect } from 'react';
import { listenForGesture, type Outcome, useMuted } from '../../../../lib/outcome-sound.ts';
import { cx } from '../../../../ui/cx.ts';
import outcomes from '../../../../ui/outcome.module.css';
import { Button } from '../../../../ui/page.tsx';
import { OutcomeIcon } from './outcome-icon.tsx';
import styles from './signal.module.css';
import { useSignal } from './signal.ts';

const outcomeTitles: Readonly<Record<Outcome, string>> = {
  registered: 'Registrado',
  already: 'Ya registrado',
  blocked: 'Bloqueado',
  pending: 'Pendiente',
  asking: 'Falta el inmueble',
  gone: 'Retirado',
};

/**
 * Coloured band of the desk with the result of the last scan, visible from the side. Each new result also plays a
 * sound.
 * @param act button for the last scan, shown beside the result
 */
export function SignalBand({ act }: { act?: ReactNode }) {
  const shown = useSignal((state) => state.shown);
  useEffect(listenForGesture, []);
  const look = shown ? cx(styles.band, outcomes[shown.outcome], shown.turn % 2 === 0 && styles.even) : '';
  return (
    <section aria-label="Resultado de la lectura">
      {/* The key remounts the element at each change, so that a screen reader repeats equal words. */}
      {/* An open list hides the page from screen readers, except elements with this attribute. */}
      <div role="status" aria-atomic="true" data-live-announcer="true">
        {shown ? (
          <div key={shown.turn} className={look} data-outcome={shown.outcome} data-turn={shown.turn}>
            <OutcomeIcon outcome={shown.outcome} className={styles.icon} />
            <div className={cx('grow', styles.words)}>
              <p className={styles.word}>{outcomeTitles[shown.outcome]}</p>
              {shown.detail && <p className={`breaks ${styles.detail}`}>{shown.detail}</p>}
            </div>
            {shown.scans > 1 && <p className={`bold ${styles.scans}`}>{shown.scans} lecturas</p>}
            {act}
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

/** Button of the desk to turn the sounds of scans on and off. */
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
