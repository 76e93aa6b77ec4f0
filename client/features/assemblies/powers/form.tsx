import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import {
  enterPower,
  MAX_INSTRUCTIONS,
  type NewPower,
} from '../../../../shared/assemblies/powers/powers.api.ts';
import { listRoll } from '../../../../shared/assemblies/roll.api.ts';
import { call } from '../../../lib/api.ts';
import { unitLabel } from '../../../lib/format.ts';
import { queryOf } from '../../../lib/query.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Button } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { PowerRefused } from '../common/power-refused.tsx';
import { substituteFaults } from '../common/substitute.ts';
import { useRefreshPowers } from './powers.queries.ts';

interface Draft {
  apartmentIds: string[];
  name: string;
  document: string;
  substitute: string;
  substituteDocument: string;
  granter: string;
  instructions: string;
  isChecked: boolean;
}

const empty: Draft = {
  apartmentIds: [],
  name: '',
  document: '',
  substitute: '',
  substituteDocument: '',
  granter: '',
  instructions: '',
  isChecked: false,
};

/** Form for a power of attorney on paper, and the request to enter the power. */
function usePowerEntry(jointId: number, onEntered: () => void) {
  const refresh = useRefreshPowers();
  const entering = useRequest((body: NewPower) => call(enterPower, { params: { jointId }, body }), {
    done: ({ warnings }) =>
      warnings.length === 0
        ? 'El poder quedó en la lista.'
        : 'El poder quedó en la lista, con una advertencia.',
    next: [onEntered],
    onSettled: refresh,
  });
  const form = useForm({
    initial: empty,
    faultsOf: ({ apartmentIds, name, ...typed }: Draft) => ({
      apartmentIds: apartmentIds.length === 0 ? 'Elija el inmueble.' : null,
      name: name.trim() === '' ? 'Digite el nombre de quien recibe el poder.' : null,
      ...substituteFaults(typed),
    }),
    isBusy: entering.isPending,
    onSubmit: ({ apartmentIds, name, document, granter, instructions, isChecked, ...typed }) =>
      entering.mutate({
        apartmentIds,
        holder: { name: name.trim(), document: document.trim() || null },
        ...(typed.substitute.trim() !== '' && {
          substitute: { name: typed.substitute.trim(), document: typed.substituteDocument.trim() || null },
        }),
        ...(granter.trim() !== '' && { granter: { name: granter.trim() } }),
        ...(instructions.trim() !== '' && { instructions: instructions.trim() }),
        ...(isChecked && { accept: true }),
      }),
  });
  return { form, entering };
}

/** Dialog to enter a power of attorney on paper: units, representative, and the owner as granter unless changed. */
export function PowerForm({ jointId, onClose }: { jointId: number; onClose: () => void }) {
  const formId = useId();
  const roll = useQuery(queryOf(['roll', jointId], listRoll, { params: { jointId }, query: {} }));
  const units = roll.data ?? [];
  const { form, entering } = usePowerEntry(jointId, onClose);
  const { apartmentIds } = form.values;
  const owners = [
    ...new Set(
      units.flatMap((unit) => (apartmentIds.includes(unit.apartmentId) && unit.owner ? [unit.owner] : [])),
    ),
  ];
  return (
    <Dialog
      title="Agregar poder"
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} isPending={entering.isPending}>
            Guardar
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={form.submit} noValidate className="stack-4">
        <MultiSelect
          label="Inmuebles"
          items={units.map((unit) => ({ id: unit.apartmentId, label: unitLabel(unit) }))}
          {...form.checked('apartmentIds')}
          placeholder={roll.isPending ? 'Cargando…' : 'Seleccione un inmueble'}
          isRequired
        />
        <TextField label="Quien recibe el poder" {...form.checked('name')} maxLength={200} isRequired />
        <TextField label="Documento de quien lo recibe" {...form.field('document')} maxLength={40} />
        <TextField
          label="Suplente, si el poder lo nombra"
          {...form.checked('substitute')}
          description="Si no llega quien recibe el poder, la mesa busca y registra al suplente con este mismo poder."
          maxLength={200}
        />
        {(form.values.substitute !== '' || form.values.substituteDocument !== '') && (
          <TextField label="Documento del suplente" {...form.field('substituteDocument')} maxLength={40} />
        )}
        <TextField
          label="Quien lo da, si no es el propietario del censo"
          {...form.field('granter')}
          description={owners.length === 0 ? undefined : `En el censo: ${owners.join('; ')}.`}
          maxLength={200}
        />
        <TextField
          label="Instrucciones, si las trae"
          {...form.field('instructions')}
          maxLength={MAX_INSTRUCTIONS}
        />
        <Checkbox {...form.checkbox('isChecked')}>Revisé el papel: queda aceptado</Checkbox>
        <PowerRefused error={entering.error} />
      </form>
    </Dialog>
  );
}
