import { addChannel, type ContactChannel } from '../../../../shared/billing/collection/reminders.api.ts';
import { isDay, today } from '../../../../shared/days.ts';
import { fitsChannel } from '../../../../shared/mail/address.ts';
import { call } from '../../../lib/api.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { Card } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import styles from '../billing.module.css';
import { useRefreshBilling } from '../billing.queries.ts';
import { UnitBox } from '../unit-box.tsx';
import { channelItems } from './words.ts';

interface TypedChannel {
  apartmentId: string | null;
  channel: ContactChannel;
  address: string;
  authorisedOn: string;
  proof: string;
}

const addressFault = ({ channel, address }: TypedChannel): string | null => {
  if (fitsChannel(channel, address.trim())) return null;
  return channel === 'mail' ? 'Escriba un correo.' : 'Escriba un teléfono.';
};

/** Card to note a channel authorised by an owner for reminders, with the proof (Ley 2300 de 2023, art. 2). */
export function AuthoriseCard({ jointId }: { jointId: number }) {
  const refresh = useRefreshBilling();
  const saving = useRequest(
    ({ apartmentId, address, proof, ...typed }: TypedChannel) =>
      call(addChannel, {
        params: { jointId },
        body: { ...typed, apartmentId: apartmentId ?? '', address: address.trim(), proof: proof.trim() },
      }),
    {
      done: ({ address }) => `${address}: quedó autorizado.`,
      next: async () => {
        form.reset({ apartmentId: null, address: '', proof: '' });
        await refresh();
      },
    },
  );
  const form = useForm<TypedChannel, 'unit' | 'address' | 'authorisedOn' | 'proof'>({
    initial: () => ({ apartmentId: null, channel: 'mail', address: '', authorisedOn: today(), proof: '' }),
    faultsOf: (typed) => ({
      unit: typed.apartmentId === null ? 'Elija el inmueble.' : null,
      address: addressFault(typed),
      authorisedOn: isDay(typed.authorisedOn) && typed.authorisedOn <= today() ? null : 'Un día hasta hoy.',
      proof: typed.proof.trim() === '' ? 'Indique la prueba.' : null,
    }),
    onSubmit: (typed) => saving.mutate(typed),
  });
  return (
    <Card title="Autorizar un canal">
      <Form form={form} saving={saving} act="Registrar el canal" isMinor label="Autorizar un canal">
        <div className={`grid-4 ${styles.fields}`}>
          <UnitBox jointId={jointId} {...form.field('apartmentId')} error={form.fault('unit')} isRequired />
          <Select label="Canal" items={channelItems} {...form.field('channel')} />
          <TextField label="Correo o teléfono" {...form.checked('address')} maxLength={120} isRequired />
          <TextField label="Autorizado desde" type="date" {...form.checked('authorisedOn')} isRequired />
          <TextField
            label="Prueba"
            {...form.checked('proof')}
            maxLength={200}
            description="Formato firmado, correo o mensaje de la persona."
            isRequired
          />
        </div>
      </Form>
    </Card>
  );
}
