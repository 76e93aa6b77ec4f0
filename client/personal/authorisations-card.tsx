import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type AuthorisationPurpose,
  authorisationPurposeNames,
  authorisationPurposes,
  claimChannelNames,
  type NotedChannel,
} from '../../shared/personal/claims.ts';
import {
  type Authorisation,
  noteAuthorisation,
  withdrawAuthorisation,
} from '../../shared/personal/register.api.ts';
import { call } from '../lib/api.ts';
import { KeptKey } from '../lib/delivery/kept-key.ts';
import { dateTime } from '../lib/format.ts';
import { ReasonDialog } from '../ui/fields/reason-dialog.tsx';
import { Select } from '../ui/fields/select.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { useForm } from '../ui/fields/use-form.ts';
import { Form } from '../ui/form.tsx';
import { Card, RowButton } from '../ui/page.tsx';
import { type Column, Table } from '../ui/table.tsx';
import styles from './personal.module.css';
import { wayItems } from './words.ts';

interface Props {
  jointId: number;
  /** False without a published policy: an authorisation names a version. */
  hasPolicy: boolean;
  mayAct: boolean;
  authorisations: readonly Authorisation[];
  onChanged: () => unknown;
}

/** Card with the authorisations as proof, the withdrawal, and the form to note an authorisation on paper. */
export function AuthorisationsCard({ jointId, hasPolicy, mayAct, authorisations, onChanged }: Props) {
  const [withdrawn, setWithdrawn] = useState<Authorisation | null>(null);
  const withdrawing = useMutation({
    mutationFn: ({ authorisationId, reason }: { authorisationId: number; reason: string }) =>
      call(withdrawAuthorisation, { params: { jointId, authorisationId }, body: { reason } }),
    onSuccess: async () => {
      setWithdrawn(null);
      await onChanged();
    },
  });
  const columns: Column<Authorisation>[] = [
    { header: 'Persona', cell: ({ person }) => person },
    { header: 'Documento', cell: ({ document }) => document ?? 'Sin documento' },
    { header: 'Para', cell: ({ purpose }) => authorisationPurposeNames[purpose] },
    { header: 'Versión', cell: ({ version }) => version, align: 'end' },
    { header: 'Fecha', cell: ({ givenAt }) => dateTime(givenAt) },
    {
      header: 'Prueba',
      cell: ({ channel, proof }) => `${claimChannelNames[channel]}. ${proof}`,
    },
    {
      header: 'Estado',
      cell: (one) =>
        one.withdrawn === null
          ? mayAct && <RowButton act="Retirar" of={one.person} onPress={() => setWithdrawn(one)} />
          : `Retirada el ${dateTime(one.withdrawn.at)}. ${one.withdrawn.reason}`,
    },
  ];
  return (
    <Card title="Autorizaciones">
      <Table
        label="Autorizaciones"
        columns={columns}
        rows={authorisations}
        rowKey={({ authorisationId }) => authorisationId}
        empty="Todavía no hay autorizaciones. Los propietarios autorizan en «Sus datos personales»."
        pageSize={20}
      />
      {mayAct && hasPolicy && (
        <details className="more">
          <summary>Anotar una autorización recibida de otra forma</summary>
          <AuthorisationForm jointId={jointId} onChanged={onChanged} />
        </details>
      )}
      {withdrawn && (
        <ReasonDialog
          title={`¿Retirar la autorización de ${withdrawn.person}?`}
          body="El registro se conserva, con la fecha y el motivo."
          yes="Retirar"
          saving={withdrawing}
          onYes={(reason) => withdrawing.mutate({ authorisationId: withdrawn.authorisationId, reason })}
          onClose={() => setWithdrawn(null)}
        />
      )}
    </Card>
  );
}

interface TypedAuthorisation {
  person: string;
  document: string;
  purpose: AuthorisationPurpose;
  channel: NotedChannel;
  proof: string;
}

const purposeItems = authorisationPurposes.map((id) => ({ id, label: authorisationPurposeNames[id] }));

function AuthorisationForm({ jointId, onChanged }: Pick<Props, 'jointId' | 'onChanged'>) {
  const key = useRef(new KeptKey());
  const empty: TypedAuthorisation = {
    person: '',
    document: '',
    purpose: 'policy',
    channel: 'paper',
    proof: '',
  };
  const saving = useMutation({
    mutationFn: ({ document, ...typed }: TypedAuthorisation) =>
      call(noteAuthorisation, {
        params: { jointId },
        body: { ...typed, document: document.trim() || null },
        idempotencyKey: key.current.for([typed, document]),
      }),
    onSuccess: async () => {
      key.current.done();
      form.reset(empty);
      await onChanged();
    },
  });
  const form = useForm<TypedAuthorisation, 'person' | 'proof'>({
    initial: empty,
    faultsOf: ({ person, proof }) => ({
      person: person.trim() === '' ? 'Escriba el nombre.' : null,
      proof: proof.trim() === '' ? 'Indique la prueba.' : null,
    }),
    onSubmit: (typed) => saving.mutate(typed),
  });
  return (
    <Form form={form} saving={saving} act="Anotar la autorización" isMinor label="Anotar una autorización">
      <div className={`grid-4 ${styles.fields}`}>
        <TextField label="Nombre" {...form.checked('person')} maxLength={200} isRequired />
        <TextField label="Documento (opcional)" {...form.field('document')} maxLength={40} />
        <Select label="Para" items={purposeItems} {...form.field('purpose')} />
        <Select label="Llegó por" items={wayItems} {...form.field('channel')} />
        <TextField
          label="Prueba"
          {...form.checked('proof')}
          maxLength={200}
          description="Formato firmado y su archivo, correo o grabación."
          isRequired
        />
      </div>
    </Form>
  );
}
