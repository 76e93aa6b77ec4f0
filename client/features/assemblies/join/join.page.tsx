import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { joinCodeOf, readScan } from '../../../../shared/assemblies/code.ts';
import { Profile } from '../../../../shared/profiles.ts';
import { patientCode } from '../../../lib/patient-code.ts';
import { useSession } from '../../../lib/session.store.ts';
import { LightField } from '../../../ui/fields/light-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Button, ButtonLink, Card, Notice, Page, Stack } from '../../../ui/page.tsx';
import { Loading } from '../../../ui/query-view.tsx';
import { type Announced, type Decided, keepAnnounced, newTicket, useAnnounced } from './arrival.ts';
import { bringCode } from './link.ts';

// Loaded on demand: the form alone is small. Waiting shares its code with the voting page.
const JoinWaiting = lazy(patientCode(() => import('./waiting.tsx')));
const SomebodyElse = lazy(
  patientCode(() => import('./somebody-else.tsx').then((module) => ({ default: module.SessionQuestion }))),
);

/** State that ended the wait for the desk (for example refused), with the request of the phone. */
interface Refusal {
  state: Decided['state'];
  announced: Announced;
}

/**
 * Page '/Join/:code', opened by the QR code of the wall screen. The user signs in with a card code, or sends unit and
 * identity document to the registration desk. Without a valid code no desk can be asked.
 */
export default function JoinPage() {
  const code = joinCodeOf(useParams().code ?? '');
  const user = useSession((state) => state.user);
  const announced = useAnnounced((state) => state.announced);
  const [isAgreed, setAgreed] = useState(false);
  const [decided, setDecided] = useState<Refusal | null>(null);
  const [isCorrected, setCorrected] = useState(false);
  const refuse = useCallback(
    (state: Decided['state'], before: Announced) => setDecided({ state, announced: before }),
    [],
  );
  const waits = announced?.code === code && !isCorrected;

  if (user && user.profileId !== Profile.qr && !isAgreed && !waits) {
    return (
      <JoinLayout>
        <SomebodyElse name={user.name} yes="Ingresar de otra forma" onYes={() => setAgreed(true)}>
          <p>Al ingresar con una tarjeta o con ayuda de la mesa, esa sesión se cierra.</p>
        </SomebodyElse>
      </JoinLayout>
    );
  }
  if (waits) {
    return (
      <JoinLayout>
        <JoinWaiting onRefused={refuse} onCorrect={() => setCorrected(true)} />
      </JoinLayout>
    );
  }
  return (
    <JoinLayout>
      {decided && <Refused state={decided.state} />}
      {user?.profileId === Profile.qr && (
        <Notice title="En este teléfono ya hay un ingreso a la votación.">
          <div>
            <ButtonLink to="/VoteQR" variant="secondary" size="small">
              Ir a la votación
            </ButtonLink>
          </div>
        </Notice>
      )}
      <WithCard />
      {code === '' ? (
        <Card title="No tengo tarjeta">
          <p>
            Escanee con la cámara de su teléfono el código QR que muestra la pantalla de la sala, o acérquese
            a la mesa de registro.
          </p>
        </Card>
      ) : (
        <WithDocument
          code={code}
          typed={announced ?? decided?.announced ?? null}
          onSent={() => {
            setDecided(null);
            setCorrected(false);
          }}
        />
      )}
    </JoinLayout>
  );
}

function JoinLayout({ children }: { children: ReactNode }) {
  return (
    <Page title="Ingreso a la asamblea" width="narrow">
      <Suspense fallback={<Loading page />}>{children}</Suspense>
      <p>
        <Link to="/PoliticaDeDatos">Política de tratamiento de datos</Link>
      </p>
    </Page>
  );
}

/** Form to sign in with the code printed on a card or badge, instead of a scan. */
function WithCard() {
  const navigate = useNavigate();
  const form = useForm({
    initial: { card: '' },
    faultsOf: ({ card }) => ({
      card: readScan(card) ? null : 'Escriba las 12 letras y números del código, como están en la tarjeta.',
    }),
    onSubmit: ({ card }) => {
      bringCode(readScan(card)?.code ?? '');
      void navigate('/VoteQR');
    },
  });
  return (
    <Card title="Tengo tarjeta o escarapela">
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <LightField
            label="Código de la tarjeta"
            {...form.checked('card')}
            autoCapitalize="characters"
            spellCheck="false"
            maxLength={40}
          />
          <Button type="submit" size="large" wide>
            Ingresar
          </Button>
        </Stack>
      </form>
    </Card>
  );
}

interface WithDocumentProps {
  code: string;
  /** Input of an earlier request, to correct. Null for the first request. */
  typed: Pick<Announced, 'apartmentId' | 'document'> | null;
  onSent: () => void;
}

/** Form that sends unit and document number to the registration desk for confirmation. */
function WithDocument({ code, typed, onSent }: WithDocumentProps) {
  const before = useAnnounced((state) => state.announced);
  const form = useForm({
    initial: { unit: typed?.apartmentId ?? '', document: typed?.document ?? '' },
    faultsOf: ({ unit, document }) => ({
      unit: unit.trim() === '' ? 'Escriba el inmueble.' : null,
      document: document.trim() === '' ? 'Escriba el documento del propietario.' : null,
    }),
    onSubmit: ({ unit, document }) => {
      // Reuses the ticket: replaces a waiting announcement of this phone.
      const ticket = before?.code === code ? before.ticket : newTicket();
      const announced = { code, ticket, apartmentId: unit.trim(), document: document.trim() };
      keepAnnounced(announced);
      onSent();
    },
  });
  return (
    <Card title="No tengo tarjeta">
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <LightField
            label="Inmueble"
            {...form.checked('unit')}
            autoCapitalize="characters"
            spellCheck="false"
            maxLength={60}
          />
          <LightField
            label="Documento del propietario"
            {...form.checked('document')}
            inputMode="numeric"
            maxLength={40}
            description="Solo lo ve la mesa de registro, y se borra cuando ella decide."
          />
          <Button type="submit" size="large" wide variant="secondary">
            Avisar a la mesa
          </Button>
          <p className="soft">
            La mesa confirma sus datos y este teléfono entra solo. Si viene con un poder, acérquese a la mesa.
          </p>
        </Stack>
      </form>
    </Card>
  );
}

const refusals: Record<Exclude<Decided['state'], 'confirmed'>, readonly [title: string, what: string]> = {
  refused: [
    'La mesa no pudo confirmar sus datos.',
    'Revíselos y avise de nuevo, o acérquese a la mesa de registro.',
  ],
  replaced: [
    'La mesa confirmó otro teléfono para este inmueble.',
    'Si no es de su familia, acérquese enseguida a la mesa de registro.',
  ],
  over: [
    'Este aviso ya no está vigente.',
    'Escanee de nuevo el código QR que muestra la pantalla, o acérquese a la mesa de registro.',
  ],
};

function Refused({ state }: { state: Decided['state'] }) {
  if (state === 'confirmed') return null;
  const [title, what] = refusals[state];
  return (
    <Notice kind="error" title={title}>
      <p>{what}</p>
    </Notice>
  );
}
