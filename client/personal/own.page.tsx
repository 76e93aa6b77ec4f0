import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { AnswerOf } from '../../shared/api.ts';
import type { AuthorisationPurpose } from '../../shared/personal/claims.ts';
import {
  authoriseOwnData,
  fileOwnClaim,
  readOwnData,
  withdrawOwnData,
} from '../../shared/personal/register.api.ts';
import { call } from '../lib/api.ts';
import { date } from '../lib/format.ts';
import { freshOf } from '../lib/query.ts';
import { useHelpOf } from '../ui/face/help-joint.ts';
import { ReasonDialog } from '../ui/fields/reason-dialog.tsx';
import { Button, ButtonLink, Card, Page } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { useRequest } from '../ui/requests/use-request.ts';
import { toast } from '../ui/toast.tsx';
import { ClaimForm } from './claim-form.tsx';
import { ClaimLine } from './claim-line.tsx';

/** Page '/MyData/:jointId': an owner authorises the policy of the joint, and files queries and claims. */
export default function OwnDataPage() {
  const jointId = Number(useParams().jointId);
  useHelpOf(jointId);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['own-data', jointId] });
  return (
    <Page
      title="Sus datos personales"
      intro="Usted puede conocer, corregir y suprimir sus datos, y retirar su autorización (Ley 1581 de 2012)."
      width="narrow"
      actions={
        <ButtonLink to="/UserHome" variant="secondary">
          Volver al inicio
        </ButtonLink>
      }
    >
      <QueryView query={freshOf(['own-data', jointId], readOwnData, { params: { jointId } })} page>
        {(own) => (
          <>
            <AuthorisationCard purpose="policy" {...{ jointId, own }} onChanged={refresh} />
            {own.policy !== null && (
              <AuthorisationCard purpose="recording" {...{ jointId, own }} onChanged={refresh} />
            )}
            {own.claims.length > 0 && (
              <Card title="Sus consultas y reclamos">
                <ul className="stack-4 plain">
                  {own.claims.map((claim) => (
                    <ClaimLine key={claim.claimId} claim={claim} />
                  ))}
                </ul>
              </Card>
            )}
            <Card title="Presentar una consulta o un reclamo">
              <ClaimForm
                act="Presentar"
                send={({ kind, text }, idempotencyKey) =>
                  call(fileOwnClaim, { params: { jointId }, body: { kind, text }, idempotencyKey })
                }
                onSent={async () => {
                  toast.success('Quedó presentado. La respuesta aparecerá aquí.');
                  await refresh();
                }}
              />
            </Card>
          </>
        )}
      </QueryView>
    </Page>
  );
}

interface AuthorisationProps {
  jointId: number;
  own: AnswerOf<typeof readOwnData>;
  purpose: AuthorisationPurpose;
  onChanged: () => unknown;
}

/** Words of the card for each purpose: the policy, and apart the recording of assemblies. */
const purposeWords = {
  policy: {
    title: 'Autorización',
    given: 'Usted autorizó el tratamiento',
    yes: 'Autorizo el tratamiento de mis datos',
    stays:
      'Los datos que la ley exige conservar (propietarios, actas y contabilidad) siguen en los libros de la copropiedad.',
  },
  recording: {
    title: 'Grabación de las asambleas',
    given: 'Usted autorizó la grabación',
    yes: 'Autorizo que me graben en las asambleas',
    stays: 'Desde ahora no lo graban; lo ya grabado se rige por la política de la copropiedad.',
  },
} as const;

/** Card with the policy, the own authorisation for a purpose, and the button to authorise or withdraw. */
function AuthorisationCard({
  jointId,
  own: { policy, authorisations },
  purpose,
  onChanged,
}: AuthorisationProps) {
  const [isAsking, setAsking] = useState(false);
  const words = purposeWords[purpose];
  const stands = authorisations.find((one) => one.withdrawn === null && one.purpose === purpose);
  const isCurrent = stands !== undefined && stands.version === policy?.version;
  const authorising = useRequest(
    (version: number) => call(authoriseOwnData, { params: { jointId }, body: { version, purpose } }),
    { next: onChanged, failed: true },
  );
  const withdrawing = useMutation({
    mutationFn: (reason: string) => call(withdrawOwnData, { params: { jointId }, body: { reason, purpose } }),
    onSuccess: async () => {
      setAsking(false);
      await onChanged();
    },
  });
  return (
    <Card title={words.title}>
      {purpose === 'recording' ? (
        <p>La voz y la imagen son datos sensibles: usted no está obligado a autorizar que lo graben.</p>
      ) : policy === null ? (
        <p>
          La copropiedad no ha publicado su política de tratamiento de datos. Todavía no hay qué autorizar.
        </p>
      ) : (
        <p>
          <Link to={`/PoliticaDeDatos/${jointId}`}>Leer la política de la copropiedad</Link> (versión{' '}
          {policy.version}, del {date(policy.publishedAt)}).
        </p>
      )}
      {stands && (
        <p className={isCurrent ? 'good' : undefined}>
          {words.given} el {date(stands.givenAt)}, con la versión {stands.version} de la política.
        </p>
      )}
      <div className="wrap-3">
        {policy !== null && !isCurrent && (
          <Button onPress={() => authorising.mutate(policy.version)} isPending={authorising.isPending}>
            {words.yes}
          </Button>
        )}
        {stands && (
          <Button variant="secondary" onPress={() => setAsking(true)}>
            Retirar la autorización
          </Button>
        )}
      </div>
      {isAsking && (
        <ReasonDialog
          title="¿Retirar la autorización?"
          body={words.stays}
          yes="Retirar"
          saving={withdrawing}
          onYes={(reason) => withdrawing.mutate(reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
