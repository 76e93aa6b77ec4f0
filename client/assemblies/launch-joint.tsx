import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AssemblyApartment } from '../../shared/accounts/users.api.ts';
import { register } from '../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import { getJoint } from '../../shared/properties/joints.api.ts';
import { call } from '../lib/api.ts';
import { coefficient, units as countUnits } from '../lib/format.ts';
import { useLiveJoint } from '../lib/live.ts';
import type { LiveJoint } from '../lib/live-merge.ts';
import { useSession } from '../lib/session.store.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './assemblies.module.css';
import { failureText } from './failure.ts';
import { KeptKey } from './kept-key.ts';
import { LaunchVoting } from './launch-voting.tsx';
import { LiveGate } from './live-gate.tsx';
import { LiveLine } from './live-line.tsx';
import { isHeldBy, ownUnitsKey, totalCoefficient, useOwnUnitsFollow } from './own-units.ts';
import { LAUNCH_POLL_MS } from './poll-times.ts';
import { texts } from './texts.ts';
import type { UnitGroup } from './unit-groups.ts';
import { useAct } from './use-act.ts';
import { ZoomLink } from './zoom-link.tsx';

/** One joint of an owner: registering, the meeting, voting, and what was voted. */
export function LaunchJoint({ group, hasMeeting }: { group: UnitGroup; hasMeeting: boolean }) {
  const { jointId, units } = group;
  const live = useLiveJoint(jointId, { pollMs: LAUNCH_POLL_MS });
  useOwnUnitsFollow(live);
  const user = useSession((state) => state.user);
  const joint = useQuery({
    // Another assembly has another meeting.
    queryKey: ['joint', jointId, live.joint?.assembly?.assemblyId],
    queryFn: ({ signal }) => call(getJoint, { params: { jointId }, signal }),
    enabled: live.status !== 'connecting',
    staleTime: LAUNCH_POLL_MS,
    refetchInterval: LAUNCH_POLL_MS,
  });
  const held = units.filter((unit) => isHeldBy(user, unit));
  const free = units.filter((unit) => unit.userId === null);
  const elsewhere = units.filter((unit) => unit.userId !== null && !isHeldBy(user, unit));
  const meeting = hasMeeting ? null : (joint.data?.zoomMeeting ?? null);

  return (
    <Card title={group.jointName || joint.data?.jointName || 'Copropiedad'}>
      <LiveLine live={live} />
      {joint.isError && <ErrorState message={texts.noInformation} onRetry={() => void joint.refetch()} />}
      {meeting && (
        <div>
          <ZoomLink meeting={meeting} />
        </div>
      )}
      <LiveGate jointId={jointId} live={live}>
        {(state) => (
          <Stack>
            {free.length > 0 && <Registering jointId={jointId} joint={state} free={free} />}
            {elsewhere.length > 0 && (
              <p className={styles.soft}>
                Otra persona responde por: {elsewhere.map((unit) => unit.apartmentId).join(', ')}.
              </p>
            )}
            <LaunchVoting joint={state} held={held} />
          </Stack>
        )}
      </LiveGate>
      <RegisteredUnits held={held} />
      {group.sectors.map((sector) => (
        <SectorVoting
          key={sector.jointId}
          jointId={sector.jointId}
          name={sector.jointName}
          held={sector.units.filter((unit) => isHeldBy(user, unit))}
        />
      ))}
    </Card>
  );
}

/** A sector has questions of its own; its units are registered with those of its joint. */
function SectorVoting({
  jointId,
  name,
  held,
}: {
  jointId: number;
  name: string;
  held: readonly AssemblyApartment[];
}) {
  const live = useLiveJoint(jointId, { pollMs: LAUNCH_POLL_MS });
  return (
    <section aria-label={name}>
      <Stack>
        <h3>{name}</h3>
        <LiveGate jointId={jointId} live={live}>
          {(state) => <LaunchVoting joint={state} held={held} />}
        </LiveGate>
      </Stack>
    </section>
  );
}

/** 'Registrar Asistencia' of the units that nobody answers for yet, while registration is active. */
function Registering({
  jointId,
  joint,
  free,
}: {
  jointId: number;
  joint: LiveJoint;
  free: readonly AssemblyApartment[];
}) {
  const client = useQueryClient();
  const keys = useRef(new KeptKey());
  const apartmentIds = free.map((unit) => unit.apartmentId);
  const registering = useAct({
    mutationFn: (ids: string[]) =>
      call(register, {
        params: { jointId },
        body: { apartmentIds: ids },
        idempotencyKey: keys.current.for({ jointId, ids }),
      }),
    onSuccess: () => {
      keys.current.done();
      toast.success(texts.registered);
    },
    onError: (error) => toast.error(failureText(error, texts.registerFailed)),
    onSettled: () => client.invalidateQueries({ queryKey: ownUnitsKey }),
  });

  const isActive = joint.concepts.some((one) => one.conceptId === ATTENDANCE && one.active === 1);
  const names = apartmentIds.join(', ');
  if (!isActive) {
    return (
      <Notice kind="warning" title={texts.registrationInactive}>
        <p>Sin registrar: {names}.</p>
      </Notice>
    );
  }
  return (
    <Stack>
      <p>Sin registrar: {names}.</p>
      <div>
        <Button
          onPress={() => registering.mutate(apartmentIds)}
          isPending={registering.isPending}
          size="large"
        >
          Registrar Asistencia
        </Button>
      </div>
    </Stack>
  );
}

function RegisteredUnits({ held }: { held: readonly AssemblyApartment[] }) {
  return (
    <Table
      label="Inmuebles registrados"
      columns={[
        { id: 'apartmentId', header: 'Inmueble', cell: (unit) => unit.apartmentId },
        { id: 'owner', header: 'Propietario', cell: (unit) => unit.owner },
        {
          id: 'coefficient',
          header: 'Coeficiente',
          cell: (unit) => coefficient(unit.coefficient),
          align: 'end',
        },
      ]}
      rows={held}
      rowKey={(unit) => unit.apartmentId}
      empty="Todavía no tiene inmuebles registrados."
      pageSize={12}
      footer={{
        apartmentId: `Total (${countUnits(held.length)})`,
        coefficient: coefficient(totalCoefficient(held)),
      }}
    />
  );
}
