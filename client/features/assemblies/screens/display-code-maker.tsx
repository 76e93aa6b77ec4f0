import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createDisplayCode, DISPLAY_CODE_MINUTES } from '../../../../shared/accounts/displays.api.ts';
import { call, failureText } from '../../../lib/api.ts';
import { time } from '../../../lib/format.ts';
import { later } from '../../../lib/time/later.ts';
import { Button, Notice } from '../../../ui/page.tsx';
import styles from './screens.module.css';

const CODE_FAILED = 'No se puede crear el código en este momento. Intente nuevamente.';

/**
 * Button to create a six-digit code for opening the wall screen on another device. Shows the code in large while
 * valid.
 */
export function DisplayCodeMaker({ jointId }: { jointId: number }) {
  const making = useMutation({ mutationFn: () => call(createDisplayCode, { params: { jointId } }) });
  const made = making.data;
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    if (!made) return;
    // Timer instead of `expiresAt`: the clock of this device may be wrong by minutes.
    return later(() => setOver(true), DISPLAY_CODE_MINUTES * 60_000);
  }, [made]);
  return (
    <div className="stack-3 top">
      {made && !isOver && (
        <div role="status" className="stack-2">
          <p className={`bold ${styles.code}`}>
            {made.code.slice(0, 3)} {made.code.slice(3)}
          </p>
          <p>
            Abra{' '}
            <span className="strong anywhere">
              {window.location.host}/Quorum?jointId={jointId}
            </span>{' '}
            en la otra pantalla y escríbalo. Abre una pantalla, y sirve hasta las {time(made.expiresAt)}.
          </p>
        </div>
      )}
      {made && isOver && <Notice>El código venció. La pantalla que abrió sigue abierta.</Notice>}
      {making.isError && <Notice kind="error">{failureText(making.error, CODE_FAILED)}</Notice>}
      <Button variant="secondary" isPending={making.isPending} onPress={() => making.mutate(undefined)}>
        {made ? 'Crear otro código' : 'Crear código'}
      </Button>
    </div>
  );
}
