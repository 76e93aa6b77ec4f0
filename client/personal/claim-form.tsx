import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { isDay, today } from '../../shared/days.ts';
import {
  type ClaimKind,
  claimKindNames,
  claimKinds,
  claimTerms,
  type NotedChannel,
} from '../../shared/personal/claims.ts';
import { KeptKey } from '../lib/delivery/kept-key.ts';
import { Select } from '../ui/fields/select.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { useForm } from '../ui/fields/use-form.ts';
import { Form } from '../ui/form.tsx';
import styles from './personal.module.css';
import { wayItems } from './words.ts';

/** Typed query or claim. The fields after `text` are for the joint's staff. */
export interface TypedClaim {
  kind: ClaimKind;
  text: string;
  person: string;
  document: string;
  reach: string;
  channel: NotedChannel;
  receivedOn: string;
}

const empty = (): TypedClaim => ({
  kind: 'query',
  text: '',
  person: '',
  document: '',
  reach: '',
  channel: 'mail',
  receivedOn: today(),
});

/** Kinds with the term: 'Consulta: 10 días hábiles'. */
const kindItems = claimKinds.map((id) => ({
  id,
  label: `${claimKindNames[id]} (respuesta en ${claimTerms[id].days} días hábiles)`,
}));

interface Props {
  act: string;
  /** True for the joint's staff: notes the claim of another person. */
  isOfStaff?: boolean;
  send: (typed: TypedClaim, idempotencyKey: string) => Promise<unknown>;
  onSent: () => unknown;
}

/** Form to write a query or claim about personal data, for the owner or the staff. */
export function ClaimForm({ act, isOfStaff = false, send, onSent }: Props) {
  const key = useRef(new KeptKey());
  const saving = useMutation({
    mutationFn: (typed: TypedClaim) => send(typed, key.current.for(typed)),
    onSuccess: async () => {
      key.current.done();
      form.reset(empty());
      await onSent();
    },
  });
  const form = useForm<TypedClaim, 'text' | 'person' | 'reach' | 'receivedOn'>({
    initial: empty,
    faultsOf: ({ text, person, reach, receivedOn }) => ({
      text: text.trim() === '' ? 'Escriba lo que se pide.' : null,
      person: isOfStaff && person.trim() === '' ? 'Escriba el nombre.' : null,
      reach: isOfStaff && reach.trim() === '' ? 'Escriba dónde se responde.' : null,
      receivedOn: isDay(receivedOn) && receivedOn <= today() ? null : 'Un día hasta hoy.',
    }),
    onSubmit: (typed) => saving.mutate({ ...typed, text: typed.text.trim() }),
  });
  return (
    <Form form={form} saving={saving} act={act} isMinor label={act}>
      <Select
        label="Clase"
        items={kindItems}
        {...form.field('kind')}
        description="Con una consulta se conocen los datos; con un reclamo se corrigen, actualizan o suprimen."
      />
      {isOfStaff && (
        <div className={`grid-4 ${styles.fields}`}>
          <TextField label="Nombre" {...form.checked('person')} maxLength={200} isRequired />
          <TextField label="Documento (opcional)" {...form.field('document')} maxLength={40} />
          <TextField
            label="Dónde se responde"
            {...form.checked('reach')}
            maxLength={200}
            description="Correo, teléfono o dirección."
            isRequired
          />
          <TextField label="Recibido el" type="date" {...form.checked('receivedOn')} isRequired />
          <Select label="Llegó por" items={wayItems} {...form.field('channel')} />
        </div>
      )}
      <TextField
        label={isOfStaff ? 'Lo que pide la persona' : 'Lo que usted pide'}
        {...form.checked('text')}
        multiline
        maxLength={2000}
        isRequired
      />
    </Form>
  );
}
