import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { removeRegistrations } from '../../../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { call } from '../../../lib/api.ts';
import { unitLabel } from '../../../lib/format.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { mapLimited } from '../../../lib/map-limited.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import { Button, Notice, Page, Stack } from '../../../ui/page.tsx';
import { EmptyState, QueryView } from '../../../ui/query-view.tsx';
import { toast } from '../../../ui/toast.tsx';
import styles from '../common/assemblies.module.css';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { assemblyTexts } from '../common/texts.ts';
import { AssemblyOver, endOf, JointLiveLine } from '../live/assembly-over.tsx';
import { JointPicker } from '../properties/joint-picker.tsx';
import { useDoorUnits } from '../units/use-door-units.ts';

/** Page for operators to end registrations of units, after a mistake or a departure. */
export default function ReverseRegisterPage() {
  return (
    <Page title="Reversar Registro" width="narrow">
      <JointPicker>
        {(joint, picker) => <Reversal key={joint.id} jointId={joint.id} picker={picker} />}
      </JointPicker>
    </Page>
  );
}

function Reversal({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const { query, units } = useDoorUnits(jointId, live);
  const refetch = () => void query.refetch();
  const closedAt = endOf(live.joint);
  return (
    <>
      {picker}
      <JointLiveLine live={live} />
      {closedAt !== null ? (
        <AssemblyOver closedAt={closedAt} />
      ) : (
        <QueryView query={query} failed={assemblyTexts.noInformation} empty={assemblyTexts.noUnitsOfJoint}>
          {() => (
            <ReverseForm
              jointId={jointId}
              units={units}
              onUnheard={live.status === 'live' ? undefined : refetch}
            />
          )}
        </QueryView>
      )}
    </>
  );
}

interface ReverseFormProps {
  jointId: number;
  units: readonly AssemblyApartment[];
  onUnheard: (() => void) | undefined;
}

function ReverseForm({ jointId, units, onUnheard }: ReverseFormProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const registered = useMemo(() => units.filter((unit) => unit.userId !== null), [units]);
  const options = useMemo(
    () => registered.map((unit) => ({ id: unit.apartmentId, label: unitLabel(unit) })),
    [registered],
  );
  const picked = registered.filter((unit) => chosen.includes(unit.apartmentId));

  const reversing = useReversing(jointId, (failed) => {
    setChosen(failed.map((unit) => unit.apartmentId));
    if (failed.length === 0) toast.success(assemblyTexts.reversed);
    else toast.error(assemblyTexts.reverseFailed);
    onUnheard?.();
  });
  // Failed units still registered: another desk or a retry may have freed some.
  const failed = (reversing.data ?? []).filter((unit) =>
    registered.some((one) => one.apartmentId === unit.apartmentId),
  );

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (reversing.isPending) return;
    if (picked.length === 0) {
      setFault('Seleccione al menos un inmueble');
      return;
    }
    const isSure = await confirm({
      title: '¿Está seguro de reversar el registro de los siguientes inmuebles?',
      body: (
        <ul className={styles.list}>
          {picked.map((unit) => (
            <li key={unit.apartmentId}>{unitLabel(unit)}</li>
          ))}
        </ul>
      ),
      danger: true,
    });
    if (isSure) reversing.mutate(picked);
  };

  if (registered.length === 0 && !reversing.isPending) {
    return <EmptyState message="No hay inmuebles registrados." />;
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {failed.length > 0 && !reversing.isPending && (
          <Notice kind="error" title={assemblyTexts.reverseFailed}>
            <p>No se reversaron: {failed.map(unitLabel).join(', ')}.</p>
          </Notice>
        )}
        <MultiSelect
          label="Inmueble"
          items={options}
          value={picked.map((unit) => unit.apartmentId)}
          onChange={(ids) => {
            setChosen(ids);
            setFault(null);
          }}
          placeholder="Seleccione un inmueble"
          error={fault}
          isDisabled={reversing.isPending}
          isRequired
        />
        <Button type="submit" variant="danger" isPending={reversing.isPending} size="large">
          Reversar
        </Button>
      </Stack>
    </form>
  );
}

/**
 * Ends the registrations of units, up to four at a time. The data are the units with a failed request.
 * @param onReversed called after all requests, with the units with a failed request
 */
const useReversing = (jointId: number, onReversed: (failed: AssemblyApartment[]) => void) =>
  useMutation({
    mutationFn: async (which: readonly AssemblyApartment[]) => {
      const failed: AssemblyApartment[] = [];
      await mapLimited(which, 4, async (unit) => {
        try {
          await call(removeRegistrations, {
            params: { conceptId: ATTENDANCE, jointId },
            query: { apartmentId: unit.apartmentId },
          });
        } catch {
          failed.push(unit);
        }
      });
      return failed;
    },
    onSuccess: onReversed,
  });
