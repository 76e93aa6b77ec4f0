import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readScan } from '../../../../../shared/assemblies/code.ts';
import { departHolder, type JointCode } from '../../../../../shared/assemblies/codes.api.ts';
import { ApiError, call, failureText, hasCode } from '../../../../lib/api.ts';
import { refreshJoint, useLiveJoint } from '../../../../lib/live/live.ts';
import { later } from '../../../../lib/time/later.ts';
import { Button } from '../../../../ui/page.tsx';
import { QUORUM_POLL_MS } from '../../common/intervals.ts';
import { codeIdOf } from '../../common/joint-code.ts';
import { assemblyTexts } from '../../common/texts.ts';
import { JointLiveLine } from '../../live/assembly-over.tsx';
import door from '../door.module.css';
import { useDeskDepartures } from '../kept/departures.store.ts';
import { CameraSwitch } from '../scan/camera-switch.tsx';
import { CodeForm } from '../scan/code-form.tsx';
import { ScanList } from '../scan/list.tsx';
import { useScanQueue } from '../scan/queue.ts';
import { clearSignal, signal } from '../scan/signal.ts';
import { SignalBand, SoundSwitch } from '../scan/signal-band.tsx';
import styles from './departing.module.css';
import { tellDeparture } from './tell-departure.ts';
import { UndoDeparture } from './undo-departure.tsx';

/** Minutes without a scan or a key until the desk registers arrivals again. */
const IDLE_MINUTES = 3;

interface Props {
  jointId: number;
  /** Returns to the registration of arrivals. */
  onEnd: () => void;
}

/**
 * Mode 'Salida' of the desk for leaving people: each scan of a badge or card frees all units of the code. Needs the
 * network, because a late departure could annul votes cast since.
 * @param onEnd returns to the registration of arrivals
 */
export function Departing({ jointId, onEnd }: Props) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const [activity, setActivity] = useState(0);
  const departures = useDeskDepartures(jointId);
  const entries = useScanQueue(jointId);
  useEffect(() => clearSignal, []);
  useIdleEnd(activity, onEnd);
  const onUnheard = () => {
    if (live.status !== 'live') refreshJoint(jointId);
  };
  const departing = useDeparting(jointId, onUnheard);
  const depart = (scanned: string) => {
    const scan = readScan(scanned);
    if (scan === null) signal('blocked', assemblyTexts.codeUnreadable);
    else if (scan.answerId !== null) signal('blocked', assemblyTexts.codeIsBallot);
    else departing.mutate(scan.code);
  };

  return (
    <div className={`stack-3 ${styles.departing}`} data-mode="departure">
      <DepartureHead onEnd={onEnd} />
      <JointLiveLine live={live} />
      <div className={door.band}>
        <SignalBand act={<UndoDeparture last={departures[0]} onUnheard={onUnheard} />} />
      </div>
      <p>
        Cada lectura retira todos los inmuebles de la persona. Después de {IDLE_MINUTES} minutos sin lecturas,
        la página vuelve sola a «Registro».
      </p>
      <CodeForm
        label="Código de quien sale"
        description="Lea la escarapela o la tarjeta, o digite su código."
        act="Registrar salida"
        isPending={departing.isPending}
        onCode={depart}
        onTyping={() => setActivity((before) => before + 1)}
      />
      <CameraSwitch />
      <SoundSwitch />
      <ScanList entries={entries} departures={departures} />
    </div>
  );
}

/** Returns the mutation that registers a departure by code, and shows the result on the band. */
function useDeparting(jointId: number, onUnheard: () => void) {
  const client = useQueryClient();
  const idOf = (code: string) => codeIdOf(client.getQueryData<JointCode[]>(['codes', jointId]), code);
  return useMutation({
    mutationFn: (code: string) => call(departHolder, { params: { code: idOf(code) }, body: {} }),
    onSuccess: (departure, code) => {
      tellDeparture(jointId, idOf(code), departure);
      void client.invalidateQueries({ queryKey: ['codes'] });
      onUnheard();
    },
    onError: (error) => signal('blocked', refusalWords(error)),
  });
}

/** Name of the mode in large letters, with the way back. */
function DepartureHead({ onEnd }: Pick<Props, 'onEnd'>) {
  return (
    <div className={`between middle ${styles.head}`}>
      <p className={`bold ${styles.title}`}>Salida</p>
      <Button variant="secondary" size="small" onPress={onEnd}>
        Volver a Registro
      </Button>
    </div>
  );
}

function refusalWords(error: unknown): string {
  if (hasCode(error, 'holderNotFound'))
    return 'Este código no tiene inmuebles registrados. Si la persona entró con otra escarapela, lea esa.';
  if (!(error instanceof ApiError) || error.status === 0) {
    return 'Sin conexión con el servidor: la salida no se registró. Lea el código otra vez cuando vuelva la conexión.';
  }
  return failureText(error, assemblyTexts.withdrawFailed);
}

/** Ends the mode after some minutes without a change of `activity`. */
function useIdleEnd(activity: number, onEnd: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each activity starts the wait again
  useEffect(() => later(onEnd, IDLE_MINUTES * 60_000), [activity, onEnd]);
}
