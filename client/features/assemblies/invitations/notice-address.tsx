import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  channelNames,
  type DeliveryChannel,
  deliveryChannels,
} from '../../../../shared/assemblies/invitations.api.ts';
import {
  addNoticeAddress,
  listNoticeAddresses,
  type NoticeAddress,
} from '../../../../shared/assemblies/signed-acta/notice-addresses.api.ts';
import { isDay, shortDay, today } from '../../../../shared/days.ts';
import { fitsChannel } from '../../../../shared/mail/address.ts';
import { call } from '../../../lib/api.ts';
import { KeptKey } from '../../../lib/delivery/kept-key.ts';
import { freshOf } from '../../../lib/query.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Whole } from '../../../ui/whole.tsx';

/** Label of the value. Key: channel of the notice. */
const valueLabels: Readonly<Record<DeliveryChannel, string>> = {
  mail: 'Correo',
  letter: 'Dirección física',
  text: 'Celular',
};
const ways = deliveryChannels.map((id) => ({ id, label: channelNames[id] }));

interface Props {
  jointId: number;
  /** Units of the person; each unit may have another owner. */
  apartments: readonly string[];
  onClose: () => void;
}

/** Dialog with the registered addresses of an owner for notices, and the form of another address. */
export function NoticeAddressDialog({ jointId, apartments, onClose }: Props) {
  const client = useQueryClient();
  const [apartmentId, setApartmentId] = useState(apartments[0] ?? '');
  const params = { jointId, apartmentId };
  const queryKey = ['notice-addresses', jointId, apartmentId];
  return (
    <Dialog title="Dirección de notificaciones" onClose={onClose}>
      {apartments.length > 1 && (
        <Select
          label="Inmueble"
          items={apartments.map((id) => ({ id, label: id }))}
          value={apartmentId}
          onChange={setApartmentId}
          placeholder="Elija el inmueble"
        />
      )}
      <QueryView query={freshOf(queryKey, listNoticeAddresses, { params })}>
        {({ owner, addresses }) => (
          <>
            <p>
              Propietario de {apartmentId}: <Whole>{owner || 'no se conoce'}</Whole>
            </p>
            <Addresses addresses={addresses} />
            <AddressForm
              key={apartmentId}
              params={params}
              onClose={onClose}
              onAdded={async () => {
                await client.invalidateQueries({ queryKey });
                await client.invalidateQueries({ queryKey: ['invitations', jointId] });
              }}
            />
          </>
        )}
      </QueryView>
    </Dialog>
  );
}

/** List of addresses, the last start first; the address of today is marked. */
function Addresses({ addresses }: { addresses: readonly NoticeAddress[] }) {
  const current = addresses.find(({ since }) => since <= today());
  if (addresses.length === 0)
    return <p>No ha registrado una dirección: la convocatoria va a su correo, o en carta al inmueble.</p>;
  return (
    <ul className="stack-3 plain">
      {addresses.map((one) => (
        <li key={one.addressId} className={one === current ? 'anywhere' : 'anywhere soft'}>
          <span className={one === current ? 'strong' : undefined}>
            {valueLabels[one.kind]}: {one.value}
          </span>
          <br />
          Desde el {shortDay(one.since)}
          {one === current ? ', vigente' : ''}. {one.proof}
        </li>
      ))}
    </ul>
  );
}

interface TypedAddress {
  kind: DeliveryChannel;
  value: string;
  since: string;
  proof: string;
}

function valueFault({ kind, value }: TypedAddress): string | null {
  if (fitsChannel(kind, value.trim())) return null;
  return kind === 'mail' ? 'Escriba un correo.' : 'Escriba la dirección o el celular.';
}

function AddressForm({
  params,
  onAdded,
  onClose,
}: {
  params: { jointId: number; apartmentId: string };
  onAdded: () => unknown;
  onClose: () => void;
}) {
  const key = useRef(new KeptKey());
  const saving = useMutation({
    mutationFn: (body: TypedAddress) =>
      call(addNoticeAddress, { params, body, idempotencyKey: key.current.for(body) }),
    onSuccess: async () => {
      key.current.done();
      form.reset({ value: '', proof: '' });
      await onAdded();
    },
  });
  const form = useForm<TypedAddress, 'value' | 'since' | 'proof'>({
    initial: () => ({ kind: 'mail', value: '', since: today(), proof: '' }),
    faultsOf: (typed) => ({
      value: valueFault(typed),
      since: isDay(typed.since) ? null : 'Elija un día.',
      proof: typed.proof.trim() === '' ? 'Indique la prueba.' : null,
    }),
    onSubmit: (typed) => saving.mutate({ ...typed, value: typed.value.trim(), proof: typed.proof.trim() }),
  });
  return (
    <Form form={form} saving={saving} act="Registrar" onCancel={onClose} label="Registrar una dirección">
      <Select label="Medio" items={ways} {...form.field('kind')} />
      <TextField
        label={valueLabels[form.values.kind]}
        {...form.checked('value')}
        maxLength={200}
        isRequired
      />
      <TextField label="Rige desde" type="date" {...form.checked('since')} isRequired />
      <TextField
        label="Prueba"
        {...form.checked('proof')}
        maxLength={200}
        description="Formato firmado, correo o mensaje del propietario. Lo registrado no se cambia: para corregir, registre otra."
        isRequired
      />
    </Form>
  );
}
