import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { numberOf } from '../../../../shared/assemblies/code.ts';
import { startCodeSession } from '../../../lib/session.ts';
import { useAwake } from '../../../lib/use-attention.ts';
import { Button, Card, Notice, Stack } from '../../../ui/page.tsx';
import { type Announced, type Decided, forgetAnnounced, useAnnounced } from './arrival.ts';
import { followArrival } from './follow-arrival.ts';
import styles from './join.module.css';
import { NoNetwork } from './states.tsx';

interface Props {
  /** Called if the registration desk refused the phone, or the request expired. */
  onRefused: (state: Decided['state'], announced: Announced) => void;
  onCorrect: () => void;
}

/**
 * Page of a phone after the announcement at the door: shows the number for the desk, waits for the decision, and
 * opens the voting page after a confirmation.
 * @param onRefused called if the desk refused the phone, or the announcement expired
 * @param onCorrect called if the person wants to correct the typed data
 */
export default function JoinWaiting({ onRefused, onCorrect }: Props) {
  const navigate = useNavigate();
  const announced = useAnnounced((state) => state.announced);
  const [isReached, setReached] = useState(true);
  const [isSure, setSure] = useState(true);
  useAwake(true);
  useEffect(() => {
    if (!announced) return;
    const ending = new AbortController();
    const { signal } = ending;
    void followArrival(announced, { signal, onReached: setReached, onSure: setSure }).then((decided) => {
      if (decided === null || signal.aborted) return;
      forgetAnnounced();
      if (decided.jwt === null) return onRefused(decided.state, announced);
      startCodeSession(decided.jwt);
      void navigate('/VoteQR', { replace: true });
    });
    return () => ending.abort();
  }, [announced, navigate, onRefused]);
  if (!announced) return null;
  return (
    <Card title={isSure ? 'La mesa está revisando sus datos' : 'Acérquese a la mesa de registro'}>
      <Stack>
        {!isSure && (
          <Notice kind="warning">
            Llegaron muchos avisos equivocados y no es seguro que la mesa tenga el suyo. Revise sus datos, o
            diga su número en la mesa.
          </Notice>
        )}
        <p>Este teléfono entra solo cuando la mesa confirme; no necesita hacer nada.</p>
        <p className={styles.number}>
          <span className={styles.label}>Su número</span>
          <strong className={styles.digits}>{numberOf(announced.ticket)}</strong>
        </p>
        <p className="anywhere">
          Inmueble <strong>{announced.apartmentId}</strong>, documento <strong>{announced.document}</strong>.
        </p>
        <p className="soft">Si tarda, acérquese a la mesa de registro y diga su número.</p>
        <div>
          <Button variant="secondary" onPress={onCorrect}>
            Corregir mis datos
          </Button>
        </div>
        {/* At the end, so that other content does not move. */}
        {!isReached && <NoNetwork />}
      </Stack>
    </Card>
  );
}
