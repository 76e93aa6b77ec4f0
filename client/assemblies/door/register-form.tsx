import { type FormEvent, type RefObject, useMemo } from 'react';
import type { AssemblyApartment } from '../../../shared/accounts/users.api.ts';
import { unitLabel } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { texts } from '../texts.ts';
import { useDoorForm } from './door-form.store.ts';

interface Props {
  /** Units that nobody holds, and nothing on this device waits to register. */
  free: readonly AssemblyApartment[];
  units: readonly AssemblyApartment[];
  codeBox: RefObject<HTMLDivElement | null>;
  /** The code and what else stands in the form are to be registered. */
  onCode: (text: string) => void;
}

const change = useDoorForm.setState;

/** Units, code and, by proxy, the attendee. */
export function RegisterForm({ free, units, codeBox, onCode }: Props) {
  const { chosen, code, attendee, faults } = useDoorForm();
  // Made anew only when the roll changes: a scanner's twelve keys must not build 1,500 options each.
  const items = useMemo(() => free.map((unit) => ({ id: unit.apartmentId, label: unitLabel(unit) })), [free]);
  const freeIds = useMemo(() => new Set(free.map((unit) => unit.apartmentId)), [free]);
  const takenIds = useMemo(
    () => new Set(units.filter((unit) => unit.userId !== null).map((unit) => unit.apartmentId)),
    [units],
  );
  const picked = chosen.filter((id) => freeIds.has(id));
  const taken = chosen.filter((id) => takenIds.has(id));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') {
      onCode(code);
    } else {
      change({
        faults: {
          units: picked.length === 0 ? texts.unitsMissing : undefined,
          code: texts.codeRequired,
          name: attendee.byProxy && attendee.name.trim() === '' ? texts.attendeeMissing : undefined,
        },
      });
    }
    codeBox.current?.querySelector('input')?.focus();
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {taken.length > 0 && (
          <Notice kind="warning">
            <p>Ya se registraron en otra parte y se quitaron de la selección: {taken.join(', ')}.</p>
          </Notice>
        )}
        {items.length === 0 && <p>Todos los inmuebles ya se encuentran registrados.</p>}
        <MultiSelect
          label="Inmueble"
          items={items}
          value={picked}
          onChange={(ids) => change({ chosen: ids, faults: { ...faults, units: undefined } })}
          placeholder="Seleccione un inmueble"
          error={faults.units}
          isRequired
        />
        <div ref={codeBox}>
          <TextField
            label="Código QR"
            value={code}
            onChange={(text) => change({ code: text, faults: { ...faults, code: undefined } })}
            error={faults.code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck="false"
            isRequired
          />
        </div>
        <Checkbox
          isSelected={attendee.byProxy}
          onChange={(byProxy) => change({ attendee: { ...attendee, byProxy } })}
        >
          Por poder
        </Checkbox>
        {attendee.byProxy && (
          <>
            <TextField
              label="Nombre del asistente"
              value={attendee.name}
              onChange={(name) =>
                change({ attendee: { ...attendee, name }, faults: { ...faults, name: undefined } })
              }
              error={faults.name}
              autoComplete="off"
              maxLength={200}
              isRequired
            />
            <TextField
              label="Documento del asistente"
              value={attendee.document}
              onChange={(document) => change({ attendee: { ...attendee, document } })}
              autoComplete="off"
              maxLength={40}
            />
          </>
        )}
        <Button type="submit" size="large">
          Registrar
        </Button>
      </Stack>
    </form>
  );
}
