import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { percent } from '../../../shared/format.ts';
import type { Joint } from '../../../shared/properties/joints.api.ts';
import {
  type BarredPerson,
  type BarredRole,
  barredRoleNames,
  barredRoles,
  changePowerRules,
  getPowerRules,
  type PowerRuleChanges,
  type PowerRules,
  phonePowerRuleNames,
  phonePowerRules,
} from '../../../shared/properties/power-rules.api.ts';
import { call, messageOf } from '../../lib/api.ts';
import { count } from '../../lib/format.ts';
import { freshOf } from '../../lib/query.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Button, Card, Notice, RowButton, Stack } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { useRequest } from '../../ui/requests/use-request.ts';
import { sendChanges } from '../../ui/send-facts.tsx';
import { jointQuery } from './joints.queries.ts';

const rulesQuery = (jointId: number) =>
  freshOf(['power-rules', jointId], getPowerRules, { params: { jointId } });

/** Value of a number field if the by-laws set no limit for powers. */
const NO_LIMIT = 0;

/**
 * Settings card: limits for powers of attorney (proxies) in a joint and its sectors, and the people barred from
 * holding powers.
 */
export function PowerRulesCard({ joint }: { joint: Joint }) {
  return (
    <Card title="Límites de los poderes">
      <p>
        La Ley 675 de 2001 no limita los poderes: lo hace el reglamento. Por analogía, el artículo 185 del
        Código de Comercio impide representar a otros a los administradores y empleados. Vale para la
        copropiedad y sus sectores, al recibir un poder, al aceptarlo y en la puerta.
      </p>
      <QueryView query={rulesQuery(joint.jointId)}>
        {(storedRules) => <RulesForm jointId={joint.jointId} rules={storedRules} />}
      </QueryView>
    </Card>
  );
}

const sendRules = (jointId: number, { convened: _, ...typed }: PowerRules, shown: PowerRules) =>
  sendChanges(
    (body) => call(changePowerRules, { params: { jointId }, body }),
    typed as PowerRuleChanges,
    shown,
  );

function RulesForm({ jointId, rules: storedRules }: { jointId: number; rules: PowerRules }) {
  const client = useQueryClient();
  const [shown, setShown] = useState(storedRules);
  const [rules, setRules] = useState(storedRules);
  const set = (change: Partial<PowerRules>) => setRules({ ...rules, ...change });
  const saving = useRequest((typed: PowerRules) => sendRules(jointId, typed, shown), {
    done: (saved) => (saved === null ? undefined : 'Los límites de los poderes han sido actualizados.'),
    next: (saved) => {
      if (saved === null) return;
      setShown(saved);
      setRules(saved);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['power-rules'] }),
        client.invalidateQueries({ queryKey: jointQuery(jointId).queryKey }),
      ]),
  });
  const isSame = JSON.stringify(rules) === JSON.stringify(shown);
  return (
    <Stack>
      <ConvenedLimits convened={storedRules.convened} />
      <NumberField
        label="Propietarios por persona"
        value={rules.limit ?? NO_LIMIT}
        onChange={(limit) => set({ limit: limit === NO_LIMIT ? null : limit })}
        minValue={NO_LIMIT}
        maxValue={1000}
        description="0: sin límite."
      />
      <Checkbox isSelected={rules.limitBlocks} onChange={(limitBlocks) => set({ limitBlocks })}>
        Impedir los que pasen de ese número (si no, la mesa recibe un aviso)
      </Checkbox>
      <NumberField
        label="Porcentaje del coeficiente por persona"
        value={rules.share ?? NO_LIMIT}
        onChange={(share) => set({ share: share === NO_LIMIT ? null : share })}
        minValue={NO_LIMIT}
        maxValue={100}
        description="Del censo de la asamblea, en enteros. 0: sin límite."
      />
      <Checkbox isSelected={rules.shareBlocks} onChange={(shareBlocks) => set({ shareBlocks })}>
        Impedir los que pasen de ese porcentaje
      </Checkbox>
      <BarredPeople people={rules.barred} onChange={(barred) => set({ barred })} />
      <Checkbox isSelected={rules.barredBlocks} onChange={(barredBlocks) => set({ barredBlocks })}>
        Impedir los poderes a favor de estas personas
      </Checkbox>
      <PhonePowers rules={rules} onChange={set} />
      {saving.isError && <Notice kind="error">{messageOf(saving.error)}</Notice>}
      <Stack row>
        <Button
          variant="secondary"
          onPress={() => saving.mutate(rules)}
          isPending={saving.isPending}
          isDisabled={isSame}
        >
          Guardar
        </Button>
      </Stack>
    </Stack>
  );
}

/** Sentence about the first assembly of changed limits, and the limits of the convened assembly. */
function ConvenedLimits({ convened }: Pick<PowerRules, 'convened'>) {
  const words =
    convened &&
    [
      convened.limit === null ? 'sin límite de propietarios' : `${count(convened.limit)} por persona`,
      convened.share === null
        ? 'sin límite de coeficiente'
        : `${percent(convened.share / 100)} del coeficiente`,
    ].join(', ');
  return convened === undefined ? (
    <p className="soft">
      El número y el porcentaje que cambie valen desde la próxima convocatoria: una asamblea ya convocada
      conserva los suyos.
    </p>
  ) : (
    <Notice kind="info" title="La asamblea ya convocada conserva sus límites">
      Para ella: {words}. Los de abajo valen desde la asamblea siguiente.
    </Notice>
  );
}

interface PhonePowersProps {
  rules: PowerRules;
  onChange: (change: Partial<PowerRules>) => void;
}

/** Fields for the persons that check powers, and for powers signed on the phone: check, and the last moment. */
function PhonePowers({ rules, onChange }: PhonePowersProps) {
  return (
    <>
      <TextField
        label="Usuarios que revisan los poderes"
        value={(rules.checkers ?? []).join(',')}
        onChange={(text) => onChange({ checkers: text === '' ? [] : text.split(',') })}
        description="Nombres de usuario, separados por comas. Solo ellos aceptan o rechazan poderes, también los del celular. A quien llega sin un poder anotado lo registra la mesa. Vacío, o si ninguno puede ya decidir: la mesa."
      />
      <Select
        label="Poderes firmados desde el celular"
        items={phonePowerRules.map((id) => ({ id, label: phonePowerRuleNames[id] }))}
        value={rules.phonePowers}
        onChange={(phonePowers) => onChange({ phonePowers })}
      />
      <NumberField
        label="Horas antes de la asamblea para el último poder desde el celular"
        value={rules.phonePowerHours ?? NO_LIMIT}
        onChange={(hours) => onChange({ phonePowerHours: hours === NO_LIMIT ? null : hours })}
        minValue={NO_LIMIT}
        maxValue={720}
        description="0: hasta que la asamblea se abra."
      />
    </>
  );
}

const roleItems = barredRoles.map((id) => ({
  id,
  label: `${barredRoleNames[id].charAt(0).toUpperCase()}${barredRoleNames[id].slice(1)}`,
}));

interface PeopleProps {
  people: readonly BarredPerson[];
  onChange: (people: BarredPerson[]) => void;
}

/** List of people who may not represent others, with fields to add a person. */
function BarredPeople({ people, onChange }: PeopleProps) {
  const [name, setName] = useState('');
  const [document, setDocument] = useState('');
  const [role, setRole] = useState<BarredRole>('administrator');
  const add = () => {
    onChange([...people, { name: name.trim(), document: document.trim() || null, role }]);
    setName('');
    setDocument('');
  };
  return (
    <section aria-label="Personas impedidas" className="stack-3">
      <p>Personas que no pueden representar a otros propietarios (sí responden por lo suyo):</p>
      {people.length === 0 ? (
        <p className="soft">Ninguna.</p>
      ) : (
        <ul className="stack-2 plain">
          {people.map((person) => (
            <li key={JSON.stringify(person)} className="between">
              <span>
                {person.name}
                {person.document && ` · ${person.document}`}, {barredRoleNames[person.role]}
              </span>
              <RowButton
                act="Quitar"
                of={person.name}
                onPress={() => onChange(people.filter((one) => one !== person))}
              />
            </li>
          ))}
        </ul>
      )}
      <TextField label="Nombre de la persona impedida" value={name} onChange={setName} maxLength={200} />
      <TextField label="Documento" value={document} onChange={setDocument} maxLength={40} />
      <Select label="Cargo" items={roleItems} value={role} onChange={setRole} />
      <Stack row>
        <Button variant="secondary" size="small" onPress={add} isDisabled={name.trim() === ''}>
          Agregar persona
        </Button>
      </Stack>
    </section>
  );
}
