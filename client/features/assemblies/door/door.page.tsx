import { useQuery } from '@tanstack/react-query';
import { Fragment, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { Power } from '../../../../shared/assemblies/powers/powers.api.ts';
import { counted, units as countUnits, time } from '../../../lib/format.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { useLiveStore } from '../../../lib/live/store.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';
import { Button, ButtonLink, Notice, Page, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { missingWords, weightWords } from '../common/question-messages.ts';
import { assemblyTexts } from '../common/texts.ts';
import { AssemblyOver, endOf, JointLiveLine } from '../live/assembly-over.tsx';
import { FamilyNow } from '../live/family.tsx';
import { powersQuery } from '../powers/powers.queries.ts';
import { JointPicker } from '../properties/joint-picker.tsx';
import { RoomCodeLine } from '../wall/room-code.tsx';
import { Arrivals, ArrivalsLink } from './arrivals.tsx';
import { Counting } from './count/counting.tsx';
import { Departing } from './departure/departing.tsx';
import { UndoDeparture } from './departure/undo-departure.tsx';
import styles from './door.module.css';
import { keepDoor } from './keeper.ts';
import { type DeskDeparture, useDeskDepartures } from './kept/departures.store.ts';
import { isPendingScan, type ScanEntry } from './kept/scan.ts';
import { PersonSearch } from './person-search.tsx';
import { QuickButtons } from './quick-buttons.tsx';
import { RegisterForm } from './register-form.tsx';
import { CameraSwitch } from './scan/camera-switch.tsx';
import { clearDoorForm } from './scan/door-form.store.ts';
import { ScanList } from './scan/list.tsx';
import { useQueue, useScanQueue } from './scan/queue.ts';
import { SignalBand, SoundSwitch } from './scan/signal-band.tsx';
import { UndoButton } from './scan/undo-button.tsx';
import { useScanSignals } from './scan/use-scan-signals.ts';
import { useScans } from './scan/use-scans.ts';
import { useTaking } from './scan/use-taking.ts';
import { UnreadScans } from './unread-scans.tsx';
import { useDoorLists, useKeptJoints } from './use-door-lists.ts';

/** Polling interval in milliseconds for powers that another desk accepted. The server decides in any case. */
const POWERS_POLL_MS = 20_000;
const NO_POWERS: readonly Power[] = [];

/**
 * Page of the registration desk, for operators: registers units of arriving people by a scanned card or badge,
 * frees units of leaving people, and counts voting badges.
 */
export default function DoorPage() {
  useEffect(keepDoor, []);
  useKeptJoints();
  const { isOutdated } = useDoorWorker();
  return (
    <Page title="Registro de Asistencia" width="wide">
      {isOutdated && (
        <Notice kind="info" title="Hay una versión nueva de esta página.">
          <Stack row>
            <Button variant="secondary" size="small" onPress={() => window.location.reload()}>
              Actualizar
            </Button>
          </Stack>
        </Notice>
      )}
      <JointPicker>
        {(joint, picker) => (
          <Fragment key={joint.id}>
            {picker}
            <PendingLine />
            <DoorModes
              registration={
                <OpenOrOver jointId={joint.id}>
                  <Door jointId={joint.id} />
                </OpenOrOver>
              }
              departure={
                <OpenOrOver jointId={joint.id}>
                  <Departing jointId={joint.id} onEnd={registerArrivals} />
                </OpenOrOver>
              }
              counting={
                <OpenOrOver jointId={joint.id}>
                  <Counting jointId={joint.id} />
                </OpenOrOver>
              }
            />
          </Fragment>
        )}
      </JointPicker>
    </Page>
  );
}

/** Shows the registration desk during the assembly. After the end shows only the list of scans. */
function OpenOrOver({ jointId, children }: { jointId: number; children: ReactNode }) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const entries = useScanQueue(jointId);
  const closedAt = endOf(live.joint);
  if (closedAt === null) return children;
  return (
    <>
      <JointLiveLine live={live} />
      <AssemblyOver closedAt={closedAt} />
      <ScanList entries={entries} />
    </>
  );
}

function Door({ jointId }: { jointId: number }) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const { query, units, codes } = useDoorLists(jointId, live);
  const entries = useScanQueue(jointId);
  const departures = useDeskDepartures(jointId);
  const refetch = () => void query.refetch();
  useEffect(() => clearDoorForm, []);
  const onUnheard = live.status === 'live' ? undefined : refetch;
  useScanSignals(jointId, onUnheard);

  const powers = useQuery({ ...powersQuery(jointId), refetchInterval: POWERS_POLL_MS }).data ?? NO_POWERS;

  const take = useTaking({ jointId, units, codes: codes.data, powers }, () =>
    // Several scans at once share a request.
    codes.refetch({ cancelRefetch: false }).then(({ data }) => data),
  );
  const box = useScans(take);

  const waiting = useMemo(
    () =>
      new Set(
        entries.filter(isPendingScan).flatMap((entry) => entry.apartments.map((unit) => unit.apartmentId)),
      ),
    [entries],
  );
  const free = useMemo(
    () => units.filter((unit) => unit.userId === null && !waiting.has(unit.apartmentId)),
    [units, waiting],
  );

  return (
    <div className={`stack-3 ${styles.door}`}>
      <div className={`wrap-2 ${styles.now}`}>
        <JointLiveLine live={live} />
        {live.joint && <DoorCount joint={live.joint} />}
        <RoomCodeLine jointId={jointId} assembly={live.joint?.assembly ?? null} />
        <ArrivalsLink live={live} />
      </div>
      <div className={styles.band}>
        <SignalBand
          act={
            <>
              <UndoButton last={entries[0]} onUnheard={onUnheard} />
              <UndoDeparture last={departures[0]} onUnheard={onUnheard} />
            </>
          }
        />
      </div>
      <div className={styles.desk}>
        <div className={`stack-3 ${styles.main}`}>
          <UnreadScans entries={entries} units={units} />
          <PersonSearch {...{ jointId, powers }} codes={codes.data} onCode={take} />
          <QueryView
            query={query}
            page
            failed={assemblyTexts.noInformation}
            empty={assemblyTexts.noUnitsOfJoint}
          >
            {() => <RegisterForm {...{ jointId, free, units, powers }} codeBox={box} onCode={take} />}
          </QueryView>
        </div>
        {/* On phones below the form, so that arrivals do not move the form under a finger. */}
        <div className={styles.calls}>
          <Arrivals jointId={jointId} live={live} />
        </div>
        <DoorSide {...{ jointId, entries, departures, onUnheard }} />
      </div>
    </div>
  );
}

interface SideProps {
  jointId: number;
  entries: readonly ScanEntry[];
  departures: readonly DeskDeparture[];
  onUnheard: (() => void) | undefined;
}

/** Acts for a person's code and switches of the desk, above the list of last readings. */
function DoorSide({ jointId, entries, departures, onUnheard }: SideProps) {
  return (
    <div className={`stack-4 ${styles.side}`}>
      <QuickButtons jointId={jointId} onUnheard={onUnheard} />
      <DoorTurn jointId={jointId} />
      <CameraSwitch />
      <div className="wrap-3 middle">
        <ButtonLink to="/Assemblies/Codes" variant="secondary">
          Códigos y escarapelas
        </ButtonLink>
        <SoundSwitch />
      </div>
      {/* Below the controls: new readings move only the figures of the sectors. */}
      <ScanList entries={entries} departures={departures} />
      <FamilyNow jointId={jointId} />
    </div>
  );
}

// Loaded on demand: asked for by a press.
const DeskTurn = lazy(() => import('../turns/desk-turn.tsx'));

/** Fold with the form to ask for a turn to speak, for a person without a phone. */
function DoorTurn({ jointId }: { jointId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Pedir la palabra para alguien sin teléfono</summary>
      {isOpen && (
        <Suspense fallback={null}>
          <DeskTurn jointId={jointId} />
        </Suspense>
      )}
    </details>
  );
}

function DoorCount({ joint: { registered, total, quorum } }: { joint: LiveJoint }) {
  return (
    <p>
      Registrados: {weightWords(registered)}, de {countUnits(total.apartments)}.{' '}
      <strong>{quorum.reached ? 'Hay quórum.' : missingWords({ registered, quorum })}</strong>
    </p>
  );
}

const doorModes = ['registration', 'departure', 'counting'] as const;
type Mode = (typeof doorModes)[number];

/**
 * Selected mode of this tab, stored over a reload, except for departures: a reloaded desk registers arrivals, as
 * people at the door expect.
 */
const useMode = create<{ mode: Mode }>()(
  persist((): { mode: Mode } => ({ mode: 'registration' }), {
    name: 'scaf.door-mode',
    storage: createJSONStorage(() => sessionStorage),
    partialize: ({ mode }) => ({ mode: mode === 'departure' ? 'registration' : mode }),
  }),
);

const registerArrivals = (): void => {
  useMode.setState({ mode: 'registration' });
};
onSessionEnd(registerArrivals);

type ModePanels = Readonly<Record<Mode, ReactNode>>;

/** Tabs for arrivals, departures and counting: a scan only reaches the selected mode. */
function DoorModes({ registration, departure, counting }: ModePanels) {
  const mode = useMode((state) => state.mode);
  useEffect(
    () => () => {
      if (useMode.getState().mode === 'departure') registerArrivals();
    },
    [],
  );
  return (
    <Tabs
      label="Modo"
      value={mode}
      onChange={(id) => useMode.setState({ mode: doorModes.find((mode) => mode === id) ?? 'registration' })}
      items={[
        { id: 'registration', title: 'Registro', content: <Stack>{registration}</Stack> },
        { id: 'departure', title: 'Salida', content: <Stack>{departure}</Stack> },
        { id: 'counting', title: 'Conteo de votos', content: <Stack>{counting}</Stack> },
      ]}
    />
  );
}

/**
 * Registers the service worker that serves the registration desk offline. Returns `isOutdated`: true if the server
 * has a newer version. Without TLS browsers offer no service worker; the page then works only while open.
 */
function useDoorWorker(): { isOutdated: boolean } {
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    let isOver = false;
    const check = () =>
      void isThisOld()
        .then((isOld) => isOld && !isOver && setOutdated(true))
        .catch(() => undefined);
    let stop: () => void = () => undefined;
    navigator.serviceWorker
      .register('/sw.js', { scope: '/RegisterQR', updateViaCache: 'none' })
      .then((registration) => {
        if (isOver) return;
        registration.addEventListener('updatefound', check);
        // A server that was away may return with another version.
        const unsubscribe = useLiveStore.subscribe(({ joints }, { joints: before }) => {
          const isBack = Object.entries(joints).some(
            ([id, entry]) => entry.status === 'live' && before[Number(id)]?.status === 'polling',
          );
          if (isBack) void registration.update().catch(() => undefined);
        });
        stop = () => {
          registration.removeEventListener('updatefound', check);
          unsubscribe();
        };
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return { isOutdated };
}

/** True if the server's current page loads another script than the open page, so a newer version exists. */
async function isThisOld(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const own = script && new URL(script.src).pathname;
  const answer = await fetch('/RegisterQR', { cache: 'no-store' });
  return own !== null && answer.ok && !(await answer.text()).includes(own);
}

/**
 * Line with the number of registrations not sent to the server yet: of the signed-in user, and of other users on
 * this device.
 */
function PendingLine() {
  const { scans, others, offlineSince } = useQueue();
  const pending = scans.filter(isPendingScan).length;
  const unsaved = scans.filter((scan) => scan.isUnsaved && isPendingScan(scan)).length;
  useLeaveWarning(unsaved > 0);
  return (
    <>
      {unsaved > 0 && (
        <Notice kind="error" title={`Este equipo no pudo guardar ${counted(unsaved, 'registro')}.`}>
          <p>No cierre ni recargue esta página hasta que se envíen. Libere espacio en el disco.</p>
        </Notice>
      )}
      {offlineSince !== null && (
        <Notice kind="warning" title={`Sin conexión con el servidor desde las ${time(offlineSince)}.`}>
          <p>Siga registrando: todo queda guardado en este equipo y se envía cuando vuelva la conexión.</p>
        </Notice>
      )}
      <p role="status" data-pending={pending} className={pending > 0 ? undefined : 'unseen'}>
        {pending > 0 && `${pending} por enviar`}
      </p>
      {others.map(({ userId, name, pending: left }) => (
        <Notice
          key={userId}
          kind="warning"
          title={`Hay ${counted(left, 'registro')} de ${name} por enviar en este equipo.`}
        >
          <p>Están guardados. Se envían cuando {name} inicie sesión aquí.</p>
        </Notice>
      ))}
    </>
  );
}

/** Makes the browser ask before closing or reloading the page while data would be lost. */
function useLeaveWarning(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      event.returnValue = '';
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [wouldLose]);
}
