import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { today } from '../../shared/days.ts';
import { claimTerms } from '../../shared/personal/claims.ts';
import {
  answerDataClaim,
  type DataClaim,
  extendDataClaim,
  MOST_RECORDS,
  noteDataClaim,
  readDataRegister,
} from '../../shared/personal/register.api.ts';
import { getJoint } from '../../shared/properties/joints.api.ts';
import { useHasRight } from '../features/accounts/index.ts';
import { call } from '../lib/api.ts';
import { freshOf, queryOf } from '../lib/query.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ReasonDialog } from '../ui/fields/reason-dialog.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { useForm } from '../ui/fields/use-form.ts';
import { Form } from '../ui/form.tsx';
import { ButtonLink, Card, Notice, Page, RowButton } from '../ui/page.tsx';
import { bothOf, QueryView } from '../ui/query-view.tsx';
import { toast } from '../ui/toast.tsx';
import { AuthorisationsCard } from './authorisations-card.tsx';
import { ClaimForm } from './claim-form.tsx';
import { ClaimLine } from './claim-line.tsx';
import { ContractCard, ContractText } from './contract-card.tsx';
import { PolicyCard } from './policy-card.tsx';

const HOME = (
  <ButtonLink to="/UserHome" variant="secondary">
    Volver al inicio
  </ButtonLink>
);

/** Page '/DataRegister/:jointId' (with '?contrato': the contract to print): queries, claims, policy and authorisations of a joint, for staff and administrators. */
export default function DataRegisterPage() {
  const jointId = Number(useParams().jointId);
  const client = useQueryClient();
  const joint = useQuery(queryOf(['joints', jointId], getJoint, { params: { jointId } }));
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed.trim());
  const query = text === '' ? {} : { text };
  const register = useQuery({
    ...freshOf(['data-register', jointId, text], readDataRegister, { params: { jointId }, query }),
    placeholderData: keepPreviousData,
  });
  const mayAct = useHasRight('assemblies', jointId);
  const isContract = useSearchParams()[0].has('contrato');
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: ['data-register', jointId] });
    await client.invalidateQueries({ queryKey: ['tasks'] });
  };
  return (
    <Page
      title={isContract ? 'Contrato de transmisión de datos' : 'Registro de datos personales'}
      intro={joint.data?.jointName ?? '\u00a0'}
      actions={HOME}
    >
      <QueryView query={bothOf(joint, register)} page>
        {([, { policy, contract, claims, authorisations, more }]) =>
          isContract ? (
            <ContractText jointId={jointId} contract={contract} />
          ) : (
            <>
              <ContractCard jointId={jointId} contract={contract} mayAct={mayAct} onChanged={refresh} />
              <TextField
                label="Buscar una persona"
                type="search"
                value={typed}
                onChange={setTyped}
                maxLength={100}
                placeholder="Nombre o documento"
                description={
                  more ? `Se muestran los últimos ${MOST_RECORDS}: busque los anteriores.` : undefined
                }
              />
              {!mayAct && (
                <Notice kind="info">
                  <p>Usted puede leer el registro. Para anotar y responder, pida el permiso «Asambleas».</p>
                </Notice>
              )}
              <ClaimsCard jointId={jointId} claims={claims} mayAct={mayAct} onChanged={refresh} />
              <PolicyCard
                key={policy?.version ?? 0}
                jointId={jointId}
                policy={policy}
                mayAct={mayAct}
                onChanged={refresh}
              />
              <AuthorisationsCard
                jointId={jointId}
                hasPolicy={policy !== null}
                mayAct={mayAct}
                authorisations={authorisations}
                onChanged={refresh}
              />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

interface ClaimsProps {
  jointId: number;
  claims: readonly DataClaim[];
  /** False for an administrator without the right to keep the register. */
  mayAct: boolean;
  onChanged: () => unknown;
}

/** Card with the queries and claims, open ones first, and the buttons to answer and extend. */
function ClaimsCard({ jointId, claims, mayAct, onChanged }: ClaimsProps) {
  const [dialog, setDialog] = useState<{ claim: DataClaim; act: 'answer' | 'extend' } | null>(null);
  const close = () => setDialog(null);
  const done = async () => {
    close();
    await onChanged();
  };
  return (
    <Card title="Consultas y reclamos">
      {claims.length === 0 ? (
        <p>Nadie ha presentado consultas ni reclamos.</p>
      ) : (
        <ul className="stack-4 plain">
          {claims.map((claim) => (
            <ClaimLine key={claim.claimId} claim={claim} withPerson>
              {mayAct && claim.answer === null && (
                <div className="wrap-3">
                  <RowButton
                    act="Responder"
                    of={String(claim.claimId)}
                    onPress={() => setDialog({ claim, act: 'answer' })}
                  />
                  {claim.extension === null && claim.dueOn >= today() && (
                    <RowButton
                      act="Prorrogar"
                      of={String(claim.claimId)}
                      variant="quiet"
                      onPress={() => setDialog({ claim, act: 'extend' })}
                    />
                  )}
                </div>
              )}
            </ClaimLine>
          ))}
        </ul>
      )}
      {mayAct && (
        <details className="more">
          <summary>Anotar una consulta o un reclamo que llegó de otra forma</summary>
          <ClaimForm
            act="Anotar"
            isOfStaff
            send={({ document, ...typed }, idempotencyKey) =>
              call(noteDataClaim, {
                params: { jointId },
                body: { ...typed, document: document.trim() || null },
                idempotencyKey,
              })
            }
            onSent={async () => {
              toast.success('Quedó anotado, con su último día.');
              await onChanged();
            }}
          />
        </details>
      )}
      {dialog?.act === 'answer' && (
        <AnswerDialog jointId={jointId} claim={dialog.claim} onDone={done} onClose={close} />
      )}
      {dialog?.act === 'extend' && (
        <ExtendDialog jointId={jointId} claim={dialog.claim} onDone={done} onClose={close} />
      )}
    </Card>
  );
}

interface ActProps {
  jointId: number;
  claim: DataClaim;
  onDone: () => unknown;
  onClose: () => void;
}

function AnswerDialog({ jointId, claim, onDone, onClose }: ActProps) {
  const saving = useMutation({
    mutationFn: (answer: string) =>
      call(answerDataClaim, { params: { jointId, claimId: claim.claimId }, body: { answer } }),
    onSuccess: onDone,
  });
  const form = useForm<{ answer: string }, 'answer'>({
    initial: { answer: '' },
    faultsOf: ({ answer }) => ({ answer: answer.trim() === '' ? 'Escriba la respuesta.' : null }),
    onSubmit: ({ answer }) => saving.mutate(answer.trim()),
  });
  const way =
    claim.channel === 'page'
      ? 'La persona la lee en su página. Una respuesta guardada no se cambia.'
      : `Envíela a la persona (${claim.reach}) y guárdela aquí. Una respuesta guardada no se cambia.`;
  return (
    <Dialog title={`Responder a ${claim.person}`} onClose={onClose}>
      <Form form={form} saving={saving} act="Guardar la respuesta" onCancel={onClose}>
        <TextField
          label="Respuesta"
          {...form.checked('answer')}
          multiline
          rows={6}
          maxLength={4000}
          description={way}
          isRequired
        />
      </Form>
    </Dialog>
  );
}

function ExtendDialog({ jointId, claim, onDone, onClose }: ActProps) {
  const saving = useMutation({
    mutationFn: (reason: string) =>
      call(extendDataClaim, { params: { jointId, claimId: claim.claimId }, body: { reason } }),
    onSuccess: onDone,
  });
  const { extension, article } = claimTerms[claim.kind];
  return (
    <ReasonDialog
      title="¿Prorrogar el plazo?"
      body={`Hasta ${extension} días hábiles más, una sola vez. Antes del último día se informan a la persona los motivos y la fecha de la respuesta (Ley 1581 de 2012, art. ${article}).`}
      yes="Prorrogar"
      saving={saving}
      onYes={(reason) => saving.mutate(reason)}
      onClose={onClose}
    />
  );
}
