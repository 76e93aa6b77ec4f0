import { Fragment, type ReactNode, useDeferredValue, useEffect, useMemo } from 'react';
import { count } from '../../../lib/format.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { AssemblyOver, endOf } from '../assembly-over.tsx';
import { weightWords } from '../concept-words.ts';
import { FamilyNow } from '../family-now.tsx';
import { JointLiveLine } from '../joint-live-line.tsx';
import { JointPicker } from '../joint-picker.tsx';
import { QUORUM_POLL_MS } from '../poll-times.ts';
import { assemblyTexts } from '../texts.ts';
import { Counting } from './count/counting.tsx';
import { DoorModes } from './door-modes.tsx';
import { keepDoor } from './keeper.ts';
import { isPendingScan } from './kept/scan.ts';
import { PendingLine } from './pending-line.tsx';
import { QuickButtons } from './quick-buttons.tsx';
import { RegisterForm } from './register-form.tsx';
import { CameraSwitch } from './scan/camera-switch.tsx';
import { clearDoorForm } from './scan/door-form.store.ts';
import { ScanList } from './scan/scan-list.tsx';
import { useScanQueue } from './scan/scan-queue.ts';
import { SignalBand } from './scan/signal-band.tsx';
import { useScanSignals } from './scan/use-scan-signals.ts';
import { useScans } from './scan/use-scans.ts';
import { useTaking } from './scan/use-taking.ts';
import { UnreadScans } from './unread-scans.tsx';
import { useDoorLists, useKeptJoints } from './use-door-lists.ts';
import { useDoorWorker } from './use-worker.ts';

/** The door: units are registered with the code of whoever comes in for them, and voting badges are counted. */
export default function DoorPage() {
  useEffect(keepDoor, []);
  useKeptJoints();
  const { isOutdated } = useDoorWorker();
  return (
    <Page title="Registro de Asistencia" width="narrow">
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

/** A desk, while its assembly goes on. Afterwards what was scanned stays to be seen, and nothing more is taken. */
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
  const refetch = () => void query.refetch();
  useEffect(() => clearDoorForm, []);
  useScanSignals(jointId, live.status === 'live' ? undefined : refetch);

  const take = useTaking({ jointId, units, codes: codes.data }, () =>
    // Several scans at once wait for the same answer.
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
  // The list of 1,500 is drawn again when there is time; a scan does not wait for it.
  const free = useDeferredValue(
    useMemo(
      () => units.filter((unit) => unit.userId === null && !waiting.has(unit.apartmentId)),
      [units, waiting],
    ),
  );

  return (
    <>
      <JointLiveLine live={live} />
      {live.joint && (
        <p>
          Registrados: {weightWords(live.joint.registered)}, de {count(live.joint.total.apartments)} en total.
        </p>
      )}
      <SignalBand />
      <UnreadScans entries={entries} units={units} />
      <QueryView query={query} failed={assemblyTexts.noInformation} empty={assemblyTexts.noUnitsOfJoint}>
        {() => <RegisterForm jointId={jointId} free={free} units={units} codeBox={box} onCode={take} />}
      </QueryView>
      <CameraSwitch />
      <QuickButtons onUnheard={live.status === 'live' ? undefined : refetch} />
      <ScanList entries={entries} />
      <FamilyNow jointId={jointId} />
      <div>
        <ButtonLink to="/Assemblies/Codes" variant="secondary">
          Códigos y escarapelas
        </ButtonLink>
      </div>
    </>
  );
}
