import { Link } from 'react-router-dom';
import { CONTRACT_VERSION, contractText } from '../../shared/personal/contract.ts';
import { acceptDataContract, type DataContract } from '../../shared/personal/register.api.ts';
import { call } from '../lib/api.ts';
import { date } from '../lib/format.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { useForm } from '../ui/fields/use-form.ts';
import { Form } from '../ui/form.tsx';
import { Button, ButtonLink, Card, Notice, Stack } from '../ui/page.tsx';
import { useRequest } from '../ui/requests/use-request.ts';
import styles from './personal.module.css';

interface Props {
  jointId: number;
  contract: DataContract | null;
  mayAct: boolean;
  onChanged: () => unknown;
}

const acceptedWords = ({ version, person, acceptedAt }: DataContract) =>
  `${person} aceptó la versión ${version} por la copropiedad el ${date(acceptedAt)}.`;

/** Card with the acceptance of the transmission contract, or the form to accept the contract. */
export function ContractCard({ jointId, contract, mayAct, onChanged }: Props) {
  const saving = useRequest(
    (body: { person: string; version: number }) => call(acceptDataContract, { params: { jointId }, body }),
    { done: 'El contrato quedó aceptado.', next: [onChanged] },
  );
  const form = useForm<{ person: string }, 'person'>({
    initial: { person: '' },
    faultsOf: ({ person }) => ({ person: person.trim() === '' ? 'Escriba el nombre.' : null }),
    onSubmit: (typed) => saving.mutate({ ...typed, version: CONTRACT_VERSION }),
  });
  const isMissing = contract?.version !== CONTRACT_VERSION;
  return (
    <Card title="Contrato de transmisión de datos">
      {contract !== null && <p>{acceptedWords(contract)}</p>}
      {isMissing && (
        <Notice kind="error">
          Falta aceptarlo. La copropiedad es responsable de los datos y quien opera este servidor los trata
          por encargo de ella: la Ley 1581 de 2012 pide este contrato.
        </Notice>
      )}
      <p>
        <Link to={`/DataRegister/${jointId}?contrato`}>Leer e imprimir el contrato</Link>
      </p>
      {isMissing && mayAct && (
        <Form form={form} saving={saving} act="Aceptar el contrato" isMinor label="Contrato">
          <TextField
            label="Representante legal de la copropiedad"
            {...form.checked('person')}
            maxLength={200}
            isRequired
          />
        </Form>
      )}
    </Card>
  );
}

/** Text of the contract with the acceptance, to print. */
export function ContractText({ jointId, contract }: Pick<Props, 'jointId' | 'contract'>) {
  return (
    <>
      <Card title={`Versión ${CONTRACT_VERSION}`}>
        <p className={`breaks ${styles.text}`}>{contractText}</p>
        <p className="strong">{contract === null ? 'Sin aceptar.' : acceptedWords(contract)}</p>
      </Card>
      <Stack row>
        <Button variant="secondary" onPress={() => window.print()}>
          Imprimir
        </Button>
        <ButtonLink to={`/DataRegister/${jointId}`} variant="quiet">
          Volver al registro
        </ButtonLink>
      </Stack>
    </>
  );
}
