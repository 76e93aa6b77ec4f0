import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { UserRecord } from '../../shared/accounts/users.api.ts';
import { Profile, profileNames, userProfiles } from '../../shared/profiles.ts';
import { type Right, rights, serviceOfRight } from '../../shared/rights.ts';
import { PASSWORD_RULE } from '../features/accounts/index.ts';
import { eventsQuery } from '../features/events/index.ts';
import { apartmentsQuery, jointsQuery } from '../features/properties/index.ts';
import { messageOf } from '../lib/api.ts';
import { units as unitCount, unitLabel } from '../lib/format.ts';
import { Checkbox } from '../ui/fields/checkbox.tsx';
import { MultiSelect } from '../ui/fields/multi-select.tsx';
import { type Option, Select } from '../ui/fields/select.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { useForm } from '../ui/fields/use-form.ts';
import { Form } from '../ui/form.tsx';
import { Button, Card, Notice } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { toast } from '../ui/toast.tsx';
import { fieldsOf, saveOf, type UnitRef, type UserFields, userFaults } from './fields.ts';
import { unitsOfSameOwners } from './same-owner.ts';
import { useSaveUser } from './users.queries.ts';

const profileChoices = userProfiles.map((profile) => ({ id: profile, label: profileNames[profile] }));

/** Form to create a user (`user` null) or change a user, with all links. */
export function UserForm({ user: opened, onDone }: { user: UserRecord | null; onDone: () => void }) {
  const [user] = useState(opened);
  const save = useSaveUser();
  const form = useForm({
    initial: () => fieldsOf(user),
    faultsOf: (typed: UserFields) => userFaults(typed, user === null),
    onSubmit: (typed) =>
      save.mutate(saveOf(typed, user), {
        onSuccess: (saved) => {
          if (saved === null) return;
          toast.success(user ? 'El usuario fue actualizado.' : 'El usuario fue creado.');
          onDone();
        },
      }),
  });
  const { values: fields, set } = form;

  return (
    <Form form={form} saving={save} act={user ? 'Guardar cambios' : 'Crear usuario'} onCancel={onDone}>
      <Card title="Datos">
        {user === null && (
          <TextField
            label="Nombre de Usuario"
            {...form.checked('username')}
            autoCapitalize="none"
            isRequired
          />
        )}
        <TextField label="Nombre" {...form.checked('name')} isRequired />
        <TextField label="Correo electrónico (opcional)" type="email" {...form.checked('email')} />
        <TextField
          label={user ? 'Contraseña nueva (opcional)' : 'Contraseña'}
          type="password"
          {...form.checked('password')}
          autoComplete="new-password"
          isRequired={user === null}
          description={
            user
              ? 'Si la deja vacía, no cambia. Al cambiarla se cierran las sesiones del usuario.'
              : PASSWORD_RULE
          }
        />
        <Select
          label="Perfil"
          placeholder="Seleccione un perfil"
          items={profileChoices}
          value={fields.profileId}
          onChange={(profileId) => set({ profileId })}
          isRequired
          error={form.fault('profileId')}
        />
        {user && (
          <Checkbox isSelected={!fields.disabled} onChange={(isActive) => set({ disabled: !isActive })}>
            Usuario activo (puede iniciar sesión)
          </Checkbox>
        )}
      </Card>
      {fields.profileId !== null && <Links fields={fields} set={set} profile={fields.profileId} />}
    </Form>
  );
}

interface LinksProps {
  fields: UserFields;
  set: (changes: Partial<UserFields>) => void;
  profile: Profile;
}

/**
 * Fields for the links of a user: units for owners, joints for administrators and operators, no links for platform
 * staff.
 */
function Links({ fields, set, profile }: LinksProps) {
  const { data: joints, error, refetch } = useQuery(jointsQuery);
  if (profile === Profile.full) {
    return <Notice>Este perfil ve todas las copropiedades: no necesita que se le asocien.</Notice>;
  }
  if (profile === Profile.events) {
    return <EventLinks value={fields.events} onChange={(events) => set({ events })} />;
  }
  if (error) {
    return (
      <Notice kind="error">
        {messageOf(error)}
        <Button variant="secondary" onPress={() => void refetch()}>
          Intentar de nuevo
        </Button>
      </Notice>
    );
  }
  const choices = (joints ?? []).map((joint) => ({ id: joint.jointId, label: joint.jointName }));

  if (profile === Profile.owner) {
    const tables = (joints ?? []).flatMap(({ jointId, jointName, sectors }) => [
      { id: jointId, label: jointName },
      ...sectors.map(({ sectorId, sectorName }) => ({ id: sectorId, label: `${jointName} - ${sectorName}` })),
    ]);
    return (
      <>
        <UnitLinks
          title="Inmuebles en asambleas"
          joints={tables}
          value={fields.assemblyApartments}
          onChange={(assemblyApartments) => set({ assemblyApartments })}
        />
        <UnitLinks
          title="Inmuebles en facturación"
          joints={tables}
          value={fields.billingApartments}
          onChange={(billingApartments) => set({ billingApartments })}
          sameAs={{ label: 'Usar los mismos de asambleas', units: fields.assemblyApartments }}
        />
      </>
    );
  }
  return (
    <Card title="Copropiedades">
      <MultiSelect
        label="Copropiedades para asambleas"
        items={choices}
        value={fields.assemblyJoints}
        onChange={(assemblyJoints) => set({ assemblyJoints })}
      />
      {profile === Profile.admin && (
        <MultiSelect
          label="Copropiedades para facturación"
          items={choices}
          value={fields.billingJoints}
          onChange={(billingJoints) => set({ billingJoints })}
        />
      )}
      {profile === Profile.admin && <Rights fields={fields} set={set} choices={choices} />}
    </Card>
  );
}

const rightLabels: Readonly<Record<Right, string>> = {
  assemblies: 'Permiso para preparar y dirigir asambleas en',
  payments: 'Permiso para registrar pagos y leer extractos en',
  months: 'Permiso para revisar y emitir meses en',
};

/** Fields for the rights of an administrator, among the linked joints. */
function Rights({
  fields,
  set,
  choices,
}: Pick<LinksProps, 'fields' | 'set'> & { choices: readonly Option<number>[] }) {
  const linked = { assembly: fields.assemblyJoints, billing: fields.billingJoints };
  return rights.map((right) => {
    const items = choices.filter(({ id }) => linked[serviceOfRight[right]].includes(id));
    if (items.length === 0) return null;
    return (
      <MultiSelect
        key={right}
        label={rightLabels[right]}
        items={items}
        value={fields.rights[right].filter((id) => items.some((item) => item.id === id))}
        onChange={(joints) => set({ rights: { ...fields.rights, [right]: joints } })}
      />
    );
  });
}

interface Props {
  value: readonly number[];
  onChange: (eventIds: number[]) => void;
}

/** Field for the events assigned to a user. Other events stay hidden from the user. */
function EventLinks({ value, onChange }: Props) {
  return (
    <Card title="Eventos">
      <p>Solo verá estos eventos, y los que cree.</p>
      <QueryView query={eventsQuery}>
        {(data) => (
          <MultiSelect
            label="Eventos asociados"
            items={data.map(({ eventId, name }) => ({ id: eventId, label: name }))}
            value={value}
            onChange={onChange}
          />
        )}
      </QueryView>
    </Card>
  );
}

interface UnitLinksProps {
  title: string;
  joints: readonly Option<number>[];
  value: readonly UnitRef[];
  onChange: (units: UnitRef[]) => void;
  /** Another list of units, offered for copying as a whole. */
  sameAs?: { label: string; units: readonly UnitRef[] };
}

function UnitLinks({ title, joints, value, onChange, sameAs }: UnitLinksProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const jointId = chosen ?? value[0]?.jointId ?? null;
  const elsewhere = value.filter((unit) => unit.jointId !== jointId);
  return (
    <Card title={title}>
      {sameAs && sameAs.units.length > 0 && (
        <div>
          <Button variant="secondary" onPress={() => onChange([...sameAs.units])}>
            {sameAs.label}
          </Button>
        </div>
      )}
      <Select
        label="Copropiedad Horizontal"
        placeholder="Seleccione una copropiedad"
        items={joints}
        value={jointId}
        onChange={setChosen}
      />
      {jointId !== null && (
        <UnitsOfJoint
          key={jointId}
          jointId={jointId}
          picked={value.filter((unit) => unit.jointId === jointId).map((unit) => unit.apartmentId)}
          onChange={(ids) =>
            onChange([...elsewhere, ...ids.map((apartmentId) => ({ jointId, apartmentId }))])
          }
        />
      )}
      {elsewhere.length > 0 && <p>Además, {unitCount(elsewhere.length)} en otras copropiedades.</p>}
    </Card>
  );
}

interface UnitsProps {
  jointId: number;
  picked: readonly string[];
  onChange: (apartmentIds: string[]) => void;
}

function UnitsOfJoint({ jointId, picked, onChange }: UnitsProps) {
  const query = useQuery(apartmentsQuery(jointId));
  const { data } = query;
  const choices = useMemo(
    () => (data ?? []).map((unit) => ({ id: unit.apartmentId, label: unitLabel(unit) })),
    [data],
  );
  const others = unitsOfSameOwners(data ?? [], picked);
  return (
    <QueryView query={query}>
      {() => (
        <>
          <MultiSelect label="Inmuebles" items={choices} value={picked} onChange={onChange} />
          {others.length > 0 && (
            <div>
              <Button variant="secondary" onPress={() => onChange([...picked, ...others])}>
                Añadir todos los de este propietario ({others.length})
              </Button>
            </div>
          )}
        </>
      )}
    </QueryView>
  );
}
