import { useEffect, useRef } from 'react';
import { count } from '../lib/format.ts';
import { Button, Notice } from '../ui/page.tsx';
import { Progress } from '../ui/progress.tsx';
import styles from './progress.module.css';
import type { Report } from './use-report.ts';

/** Largest total shown as a percentage. Larger totals are pages or rows. */
const PERCENT = 100;

/** Progress of a report with the button 'Cancelar', or the error. Hidden before and after. */
export function ReportProgress({ report: { progress, failure, cancel } }: { report: Report }) {
  const row = useRef<HTMLDivElement>(null);
  const isShown = progress !== null;
  // On a phone the bar stands below the pressed button. Scrolls the bar into view.
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  if (progress === null) return failure && <Notice kind="error">{failure}</Notice>;
  const { done, total } = progress;
  return (
    <div className={`wrap-3 ${styles.row}`} ref={row}>
      <div className={`shrinks ${styles.bar}`}>
        {total > 0 ? (
          <Progress
            label="Generando…"
            share={Math.min(1, done / total)}
            valueLabel={total > PERCENT ? `${count(done)} de ${count(total)}` : undefined}
          />
        ) : (
          <Progress label={progress.state === 'queued' ? 'En espera…' : 'Generando…'} />
        )}
      </div>
      <Button variant="secondary" size="small" onPress={cancel}>
        Cancelar
      </Button>
    </div>
  );
}
