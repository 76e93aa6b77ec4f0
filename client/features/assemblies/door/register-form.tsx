import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { listPeople, type RollApartment } from '../../../../shared/assemblies/attendance.api.ts';
import type { Power } from '../../../../shared/assemblies/powers/powers.api.ts';
import { capacityNames } from '../../../../shared/assemblies/words.ts';
import { readOwnerNames } from '../../../../shared/properties/owner-nature.ts';
import { unitLabel } from '../../../lib/format.ts';
import { queryOf } from '../../../lib/query.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button, Notice, Stack } from '../../../ui/page.tsx';
import { assemblyTexts } from '../common/texts.ts';
import { companionsOf, withCompanions } from './companions.ts';
import door from './door.module.css';
import { useDoorForm } from './scan/door-form.store.ts';
import { heldPowers } from './scan/held-powers.ts';
import signals from './scan/signal.module.css';
import { signal } from './scan/signal.ts';
import { type HomeOwner, takeHome } from './scan/take-home.ts';
import { asksWhoComes } from './scan/take-scan.ts';

interface Props {
  jointId: number;
  /** Units without a registration, on the server or unsent on this device. */
  free: readonly RollApartment[];
  units: readonly RollApartment[];
  /** Powers of attorney of the joint. */
  powers: readonly Power[];
  codeBox: RefObject<HTMLDivElement | null>;
  /** Registers the selected units for a typed or scanned code, with the fields of the form. */
  onCode: (text: string) => void;
}

const change = useDoorForm.setState;

const NONE_REGISTERED = 'No hay inmuebles registrados.';
const ALL_REGISTERED = 'Todos los inmuebles ya se encuentran registrados.';

/**
 * Form of the desk to register units: units, code of the person's card or badge, and the attendee's name for a
 * proxy; or a person at home instead of a code.
 * @param free units without a registration
 * @param units all units of the joint
 * @param powers powers of attorney of the joint
 * @param codeBox element with the code field, for the focus
 * @param onCode registers the selected units for a typed or scanned code
 */
export function RegisterForm({ jointId, free, units, powers, codeBox, onCode }: Props) {
  const { code, waiting, attendee, personId, isReturn } = useDoorForm();
  const unitsBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (waiting === null) return;
    unitsBox.current?.querySelector('input')?.focus({ preventScroll: true });
    unitsBox.current?.scrollIntoView({ block: 'nearest' });
  }, [waiting]);
  const isHome = personId !== null;
  const { offered, items, picked, taken } = useUnitsToChoose(free, units);
  const along = useMemo(
    () => heldPowers(isHome || isReturn ? [] : powers, { attendee }, picked),
    [powers, attendee, picked, isHome, isReturn],
  );
  const unitsToName = useUnitsToName(units, picked);
  const people = useQuery({
    ...queryOf(['people', jointId], listPeople, { params: { jointId } }),
    enabled: isHome,
    staleTime: 60_000,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isHome) {
      takeHome(jointId, units, people.data ?? []);
      return;
    }
    if (code.trim() !== '') onCode(code);
    else showFaults(picked);
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
        {items.length === 0 && <p>{isReturn ? NONE_REGISTERED : ALL_REGISTERED}</p>}
        <div className={`grid-4 ${door.fields}`}>
          <div ref={unitsBox} className={signals.belowBand}>
            <UnitsField items={items} offered={offered} picked={picked} codeBox={codeBox} onCode={onCode} />
          </div>
          {isHome ? (
            <PersonField people={people} />
          ) : (
            <div ref={codeBox}>
              <CodeField />
            </div>
          )}
        </div>
        <Companions offered={offered} picked={picked} />
        <ComingChoices />
        {along.holder !== null && (
          <p role="status">
            Con los poderes de {along.holder} se registran también:{' '}
            <strong>{along.units.map(unitLabel).join('; ')}</strong>
          </p>
        )}
        {!isHome && (attendee.byProxy || unitsToName.length > 0) && (
          <AttendeeFields units={attendee.byProxy ? [] : unitsToName} />
        )}
        <Button type="submit" size="large">
          Registrar
        </Button>
      </Stack>
    </form>
  );
}

/**
 * Units in the list of the form: the free units, or the registered units after the return of an owner. `items`: the
 * options of the list; `picked`: ids of the selected units in the list; `taken`: ids of the selected units with a
 * registration from another place since.
 */
function useUnitsToChoose(free: readonly RollApartment[], units: readonly RollApartment[]) {
  const chosen = useDoorForm((state) => state.chosen);
  const isReturn = useDoorForm((state) => state.isReturn);
  // Recomputed only with a new roll: the twelve keys of a scan must not build 1,500 options each.
  const held = useMemo(() => units.filter((unit) => unit.userId !== null), [units]);
  // Deferred: drawing a list of 1,500 units must not delay a scan.
  const offered = useDeferredValue(isReturn ? held : free);
  const items = useMemo(
    () => offered.map((unit) => ({ id: unit.apartmentId, label: unitLabel(unit) })),
    [offered],
  );
  const offeredIds = useMemo(() => new Set(offered.map((unit) => unit.apartmentId)), [offered]);
  const takenIds = useMemo(() => new Set(held.map((unit) => unit.apartmentId)), [held]);
  const picked = chosen.filter((id) => offeredIds.has(id));
  const taken = isReturn ? [] : chosen.filter((id) => takenIds.has(id));
  return { offered, items, picked, taken };
}

/** Selected units of companies or of several owners: the form asks for the name of the attendee. */
function useUnitsToName(
  units: readonly RollApartment[],
  picked: readonly string[],
): readonly RollApartment[] {
  const naming = useDoorForm((state) => state.naming);
  return useMemo(() => {
    const ids = new Set(naming === null ? picked : naming.units);
    return units.filter((unit) => ids.has(unit.apartmentId) && asksWhoComes(unit));
  }, [units, naming, picked]);
}

interface PickedProps {
  /** Units in the list of the form. */
  offered: readonly RollApartment[];
  /** Ids of the selected units. */
  picked: readonly string[];
}

interface UnitsFieldProps extends PickedProps, Pick<Props, 'codeBox' | 'onCode'> {
  items: { id: string; label: string }[];
}

/** Field for the units to register. */
function UnitsField({ items, offered, picked, codeBox, onCode }: UnitsFieldProps) {
  const { waiting, faults } = useDoorForm();
  const choose = (ids: string[]) =>
    change({ chosen: withCompanions(picked, ids, offered), faults: { ...faults, units: undefined } });
  /** Selects units. If a scanned card waits for units, registers the units at once. */
  const enter = (ids: string[]) => {
    choose(ids);
    if (waiting === null || ids.length === 0) return;
    onCode(waiting.code);
    codeBox.current?.querySelector('input')?.focus();
  };
  return (
    <MultiSelect
      label="Inmueble"
      items={items}
      value={picked}
      onChange={choose}
      onEnter={enter}
      placeholder="Seleccione un inmueble"
      error={faults.units}
      isRequired
    />
  );
}

/** Texts about parking spaces and storage rooms selected together with a unit. */
const Companions = ({ offered, picked }: PickedProps) =>
  companionsOf(picked, offered).map(({ main, others }) => (
    <p key={main} role="status">
      Con {main} {others.length === 1 ? 'va' : 'van'} también: {others.join(', ')}. Quite lo que no
      corresponda.
    </p>
  ));

/** Shows the errors of a form without a code, and signals the missing code. */
function showFaults(picked: readonly string[]): void {
  const { attendee } = useDoorForm.getState();
  change({
    faults: {
      units: picked.length === 0 ? assemblyTexts.unitsMissing : undefined,
      code: assemblyTexts.codeRequired,
      name: attendee.byProxy && attendee.name.trim() === '' ? assemblyTexts.attendeeMissing : undefined,
    },
  });
  signal('blocked', assemblyTexts.codeRequired);
}

/** Field for the code of the person's card or badge. */
function CodeField() {
  const { code, faults } = useDoorForm();
  return (
    <TextField
      label="Código QR"
      value={code}
      onChange={(text) => change({ code: text, faults: { ...faults, code: undefined } })}
      error={faults.code}
      autoCapitalize="characters"
      spellCheck="false"
      isRequired
    />
  );
}

/** Checkboxes for the way to attend: by power, from home, or as the owner of a registered unit. */
function ComingChoices() {
  const { attendee, personId, isReturn } = useDoorForm();
  const isHome = personId !== null;
  return (
    <Stack row>
      {!isHome && (
        <Checkbox
          isSelected={attendee.byProxy}
          onChange={(byProxy) => change({ attendee: { ...attendee, byProxy } })}
        >
          Por poder
        </Checkbox>
      )}
      <Checkbox isSelected={isHome} onChange={(home) => change({ personId: home ? '' : null, faults: {} })}>
        Desde casa
      </Checkbox>
      <Checkbox
        isSelected={isReturn}
        onChange={(returning) => change({ isReturn: returning, chosen: [], faults: {} })}
      >
        Llegó el propietario de un inmueble ya registrado
      </Checkbox>
    </Stack>
  );
}

/**
 * Form fields for the attendee: a proxy, or the person for a company or several owners. The name is optional. With
 * several owners, a button per owner fills in the name.
 */
function AttendeeFields({ units }: { units: readonly RollApartment[] }) {
  const { attendee, naming, faults } = useDoorForm();
  const nameBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (naming !== null) nameBox.current?.querySelector('input')?.focus();
  }, [naming]);
  const names = [...new Set(units.flatMap((unit) => ownersOf(unit.owner)))];
  const isCompany = units.some((unit) => unit.ownerNature === 'company');
  return (
    <div ref={nameBox} className="stack-3">
      {units.length > 0 && (
        <p role="status">
          {units.map((unit) => unitLabel(unit)).join('; ')}: ¿quién asiste? Enter registra también sin nombre.
        </p>
      )}
      {names.length > 1 && (
        <Stack row>
          {names.map((name) => (
            <Button
              key={name}
              variant="secondary"
              size="small"
              onPress={() => change({ attendee: { ...attendee, name } })}
            >
              {name}
            </Button>
          ))}
        </Stack>
      )}
      {isCompany && (
        <Select
          label="Calidad"
          items={companyCapacities.map((id) => ({ id, label: capacityNames[id] }))}
          value={attendee.capacity ?? 'legalRepresentative'}
          onChange={(capacity) => change({ attendee: { ...attendee, capacity } })}
        />
      )}
      <TextField
        label="Nombre del asistente"
        value={attendee.name}
        onChange={(name) =>
          change({ attendee: { ...attendee, name }, faults: { ...faults, name: undefined } })
        }
        error={faults.name}
        maxLength={200}
        isRequired={attendee.byProxy}
      />
      <TextField
        label="Documento del asistente"
        value={attendee.document}
        onChange={(document) => change({ attendee: { ...attendee, document } })}
        maxLength={40}
      />
    </div>
  );
}

/** Roles of a person at the desk for a company without a power: legal representative or delegate. */
const companyCapacities = ['legalRepresentative', 'delegate'] as const;

/** Names of a unit's owners, if the unit has several. Empty for a single owner. */
const ownersOf = (owner: string): string[] => {
  const { names } = readOwnerNames(owner);
  return names.length > 1 ? names : [];
};

/** Select for the person at home to register with the chosen units. */
function PersonField({ people }: { people: UseQueryResult<readonly HomeOwner[]> }) {
  const personId = useDoorForm((state) => state.personId);
  const faults = useDoorForm((state) => state.faults);
  const chosen = useDoorForm((state) => state.chosen);
  if (people.isError && !people.data) {
    return (
      <Notice kind="error">
        <p>{assemblyTexts.noInformation}</p>
      </Notice>
    );
  }
  const list = people.data ?? [];
  const person = list.find((one) => one.userId === personId);
  const others = person ? chosen.filter((id) => !person.apartments.includes(id)) : [];
  return (
    <>
      <Select
        label="Persona que responde desde casa"
        items={list.map((one) => ({ id: one.userId, label: labelOf(one) }))}
        value={personId === '' ? null : personId}
        onChange={(id) => useDoorForm.setState({ personId: id, faults: { ...faults, person: undefined } })}
        placeholder={people.isPending ? 'Cargando…' : 'Seleccione una persona'}
        error={faults.person}
        isRequired
      />
      {people.data?.length === 0 && (
        <p>
          Ningún propietario de esta copropiedad tiene usuario. Cree el usuario antes de registrarlo desde
          casa.
        </p>
      )}
      {person && others.length > 0 && (
        <p role="status">
          {person.name} responde por poder, en su misma sesión, por: {others.join(', ')}.
        </p>
      )}
    </>
  );
}

const labelOf = ({ name, apartments }: HomeOwner): string =>
  apartments.length === 0 ? name : `${name} - ${apartments.join(', ')}`;
