import { Link } from 'react-router-dom';
import { type DataPolicy, publishDataPolicy } from '../../shared/personal/register.api.ts';
import { call } from '../lib/api.ts';
import { date } from '../lib/format.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { useForm } from '../ui/fields/use-form.ts';
import { Form } from '../ui/form.tsx';
import { Card } from '../ui/page.tsx';
import { useRequest } from '../ui/requests/use-request.ts';
import { policyTemplate } from './policy-template.ts';

interface Props {
  jointId: number;
  policy: DataPolicy | null;
  mayAct: boolean;
  onChanged: () => unknown;
}

/** Card with the policy in force, and the form of the next version, closed at first. */
export function PolicyCard({ jointId, policy, mayAct, onChanged }: Props) {
  const saving = useRequest(
    (body: { responsible: string; contact: string; text: string }) =>
      call(publishDataPolicy, { params: { jointId }, body }),
    { done: ({ version }) => `La versión ${version} quedó publicada.`, next: [onChanged] },
  );
  const form = useForm<
    { responsible: string; contact: string; text: string },
    'responsible' | 'contact' | 'text'
  >({
    initial: {
      responsible: policy?.responsible ?? '',
      contact: policy?.contact ?? '',
      text: policy?.text ?? policyTemplate,
    },
    faultsOf: ({ responsible, contact, text }) => ({
      responsible: responsible.trim() === '' ? 'Escriba el nombre, el NIT y la dirección.' : null,
      contact: contact.trim() === '' ? 'Escriba un correo o un teléfono.' : null,
      text: text.trim() === '' ? 'Escriba la política.' : null,
    }),
    onSubmit: (typed) => saving.mutate(typed),
  });
  return (
    <Card title="Política de tratamiento de datos">
      {policy === null ? (
        <p>Todavía no se ha publicado. Sin política no se pueden pedir autorizaciones.</p>
      ) : (
        <p>
          Rige la versión {policy.version}, del {date(policy.publishedAt)}:{' '}
          <Link to={`/PoliticaDeDatos/${jointId}`}>ver la página pública</Link>.
        </p>
      )}
      {mayAct && (
        <details className="more">
          <summary>{policy === null ? 'Preparar la política' : 'Publicar otra versión'}</summary>
          <Form form={form} saving={saving} act="Publicar" isMinor label="Política">
            <TextField
              label="Responsable"
              {...form.checked('responsible')}
              maxLength={200}
              description="La copropiedad, con su NIT y su dirección."
              isRequired
            />
            <TextField
              label="Contacto para consultas y reclamos"
              {...form.checked('contact')}
              maxLength={300}
              description="Persona o cargo, correo y teléfono."
              isRequired
            />
            <TextField
              label="Texto"
              {...form.checked('text')}
              multiline
              rows={12}
              maxLength={12_000}
              description="Las versiones anteriores siguen publicadas. Quien autorizó una versión anterior puede autorizar la nueva."
              isRequired
            />
          </Form>
        </details>
      )}
    </Card>
  );
}
