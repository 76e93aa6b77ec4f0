import { type FormEvent, useMemo, useRef, useState } from 'react';
import type { AssemblyApartment } from '../../shared/accounts/users.api.ts';
import { type NewRegistration, register } from '../../shared/assemblies/attendance.api.ts';
import { call } from '../lib/api.ts';
import { dateTime, unitLabel } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { MultiSelect } from '../ui/multi-select.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './assemblies.module.css';
import { type AlreadyRegistered, alreadyRegistered, failureText } from './failure.ts';
import { KeptKey } from './kept-key.ts';
import { texts } from './texts.ts';
import { useAct } from './use-act.ts';

interface Props {
  jointId: number;
  units: readonly AssemblyApartment[];
  /** Set while the hub cannot tell of what this form did: the list must be fetched. */
  onUnheard: (() => void) | undefined;
}

const nobody = { byProxy: false, name: '', document: '' };

/** Units, code and, by proxy, the attendee; sent in one call that registers all of them or none. */
export function RegisterForm({ jointId, units, onUnheard }: Props) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [code, setCode] = useState('');
  const [attendee, setAttendee] = useState(nobody);
  const [faults, setFaults] = useState<{ units?: string; code?: string; name?: string }>({});
  const [refused, setRefused] = useState<AlreadyRegistered[]>([]);
  const codeBox = useRef<HTMLDivElement>(null);
  const keys = useRef(new KeptKey());

  // Made anew only when the roll changes: a scanner's twelve keys must not build 1,500 options each.
  const free = useMemo(
    () =>
      units
        .filter((unit) => unit.userId === null)
        .map((unit) => ({ id: unit.apartmentId, label: unitLabel(unit) })),
    [units],
  );
  const freeIds = useMemo(() => new Set(free.map((option) => option.id)), [free]);
  const picked = chosen.filter((id) => freeIds.has(id));
  const taken = chosen.filter((id) => !freeIds.has(id));

  const focusCode = () => codeBox.current?.querySelector('input')?.focus();

  const sending = useAct({
    mutationFn: (body: NewRegistration) =>
      call(register, { params: { jointId }, body, idempotencyKey: keys.current.for({ jointId, body }) }),
    onSuccess: () => {
      keys.current.done();
      setChosen([]);
      setCode('');
      setAttendee(nobody);
      toast.success(texts.registered);
      onUnheard?.();
    },
    onError: (error) => {
      setRefused(alreadyRegistered(error));
      toast.error(failureText(error, texts.registerFailed));
      onUnheard?.();
    },
    onSettled: focusCode,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sending.isPending) return;
    const text = code.trim();
    const found = {
      units: picked.length === 0 ? 'Seleccione al menos un inmueble' : undefined,
      code: text === '' ? texts.codeRequired : undefined,
      name: attendee.byProxy && attendee.name.trim() === '' ? 'Digite el nombre de quien asiste' : undefined,
    };
    setFaults(found);
    setRefused([]);
    if (found.units || found.code || found.name) {
      // A scanner goes on typing where the focus is; with units chosen, that is the code.
      if (!found.units && found.code) focusCode();
      return;
    }
    // Sorted, so that the same units picked in another order are the same request.
    const body: NewRegistration = { apartmentIds: [...picked].sort(), code: text };
    if (attendee.byProxy) {
      body.byProxy = true;
      body.attendee = { name: attendee.name.trim(), document: attendee.document.trim() || null };
    }
    sending.mutate(body);
  };

  if (free.length === 0 && !sending.isPending) {
    return <EmptyState message="Todos los inmuebles ya se encuentran registrados." />;
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {refused.length > 0 && <Refused units={refused} />}
        {taken.length > 0 && !sending.isPending && (
          <Notice kind="warning">
            <p>Ya se registraron en otra parte y se quitaron de la selección: {taken.join(', ')}.</p>
          </Notice>
        )}
        <MultiSelect
          label="Inmueble"
          items={free}
          value={picked}
          onChange={(ids) => {
            setChosen(ids);
            setFaults((before) => ({ ...before, units: undefined }));
          }}
          placeholder="Seleccione un inmueble"
          error={faults.units}
          isDisabled={sending.isPending}
          isRequired
        />
        <div ref={codeBox}>
          <TextField
            label="Código QR"
            value={code}
            onChange={(text) => {
              setCode(text);
              setFaults((before) => ({ ...before, code: undefined }));
            }}
            error={faults.code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck="false"
            maxLength={40}
            isRequired
          />
        </div>
        <Checkbox
          isSelected={attendee.byProxy}
          onChange={(byProxy) => setAttendee({ ...attendee, byProxy })}
          isDisabled={sending.isPending}
        >
          Por poder
        </Checkbox>
        {attendee.byProxy && (
          <>
            <TextField
              label="Nombre del asistente"
              value={attendee.name}
              onChange={(name) => {
                setAttendee({ ...attendee, name });
                setFaults((before) => ({ ...before, name: undefined }));
              }}
              error={faults.name}
              autoComplete="off"
              maxLength={200}
              isRequired
            />
            <TextField
              label="Documento del asistente"
              value={attendee.document}
              onChange={(document) => setAttendee({ ...attendee, document })}
              autoComplete="off"
              maxLength={40}
            />
          </>
        )}
        <Button type="submit" isPending={sending.isPending} size="large">
          Registrar
        </Button>
      </Stack>
    </form>
  );
}

/** Which units of a refused registration were registered before, since when and for whom. */
function Refused({ units }: { units: readonly AlreadyRegistered[] }) {
  return (
    <Notice kind="error" title={texts.alreadyRegistered}>
      <ul className={styles.list}>
        {units.map((unit) => (
          <li key={unit.apartmentId}>
            {unit.owner ? `${unit.apartmentId} - ${unit.owner}` : unit.apartmentId}
            {unit.at && `, desde el ${dateTime(unit.at)}`}
            {unit.attendee && `, a nombre de ${unit.attendee}`}
          </li>
        ))}
      </ul>
      <p>No se registró ningún inmueble. Quite de la selección los que ya están registrados.</p>
    </Notice>
  );
}
