import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { findPersons, listErasures, type PersonFound } from '../../shared/personal/personal.api.ts';
import { getJoint } from '../../shared/properties/joints.api.ts';
import { call } from '../lib/api.ts';
import { freshOf, queryOf } from '../lib/query.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { useForm } from '../ui/fields/use-form.ts';
import { Form } from '../ui/form.tsx';
import { ButtonLink, Card, Page, RowButton } from '../ui/page.tsx';
import { bothOf, QueryView } from '../ui/query-view.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { ErasuresCard } from './erasures-card.tsx';
import { PersonCard } from './person-card.tsx';

/** Page '/PersonalData/:jointId': personal data of the people of a joint (Ley 1581 de 2012), for platform staff. */
export default function PersonalDataPage() {
  const jointId = Number(useParams().jointId);
  const joint = useQuery(queryOf(['joints', jointId], getJoint, { params: { jointId } }));
  const erasures = useQuery(freshOf(['erasures', jointId], listErasures, { params: { jointId } }));
  return (
    <Page
      title="Datos personales"
      intro={joint.data?.jointName ?? '\u00a0'}
      actions={
        <ButtonLink to={`/Joints/${jointId}`} variant="secondary">
          Volver a la copropiedad
        </ButtonLink>
      }
    >
      <QueryView query={bothOf(joint, erasures)} page>
        {([, done]) => (
          <>
            <FindPerson jointId={jointId} />
            <ErasuresCard erasures={done} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function FindPerson({ jointId }: { jointId: number }) {
  const [chosen, setChosen] = useState<PersonFound | null>(null);
  const finding = useMutation({
    mutationFn: (text: string) => call(findPersons, { params: { jointId }, body: { text } }),
    onMutate: () => setChosen(null),
    onSuccess: (found) => setChosen(found.length === 1 ? (found[0] ?? null) : null),
  });
  const form = useForm<{ text: string }, 'text'>({
    initial: { text: '' },
    faultsOf: ({ text }) => ({
      text: text.trim().length < 2 ? 'Escriba al menos dos letras o cifras.' : null,
    }),
    onSubmit: ({ text }) => finding.mutate(text.trim()),
  });
  const columns: Column<PersonFound>[] = [
    { header: 'Nombre', cell: ({ name }) => name },
    { header: 'Documento', cell: ({ document }) => document ?? 'Sin documento' },
    { header: 'Inmuebles', cell: unitWords },
    {
      header: 'Datos',
      cell: (person) => <RowButton act="Ver" of={person.name} onPress={() => setChosen(person)} />,
    },
  ];
  return (
    <>
      <Card title="Buscar una persona">
        <Form form={form} saving={finding} act="Buscar" isMinor label="Buscar una persona">
          <TextField
            label="Documento, correo, nombre, usuario o inmueble"
            {...form.checked('text')}
            type="search"
            maxLength={100}
            isRequired
          />
        </Form>
        {finding.data && !chosen && (
          <Table
            label="Personas encontradas"
            columns={columns}
            rows={finding.data}
            rowKey={({ person }) => person}
            empty="No se encontró a nadie. Revise lo escrito, o busque por el inmueble."
          />
        )}
      </Card>
      {chosen && (
        <PersonCard
          key={chosen.person}
          jointId={jointId}
          person={chosen}
          onErased={() => {
            setChosen(null);
            finding.reset();
            form.reset({ text: '' });
          }}
        />
      )}
    </>
  );
}

const unitWords = ({ units, formerUnits }: PersonFound): string =>
  [units.join(', '), formerUnits.length > 0 ? `antes ${formerUnits.join(', ')}` : '']
    .filter(Boolean)
    .join('; ') || 'Ninguno';
