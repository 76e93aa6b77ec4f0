import type { After } from '../../../../shared/assemblies/after.api.ts';
import { today } from '../../../../shared/days.ts';
import { NO_MAIL_SERVER } from '../../../mail/words.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { cx } from '../../../ui/cx.ts';
import { DueLine, Sign, type SignState } from '../../../ui/due-line.tsx';
import { Button, Card, Notice } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SignedActaDesk } from '../signed-acta/desk.tsx';
import { Expediente } from './expediente.tsx';
import styles from './follow-up.module.css';
import { afterQuery, useSendSummary } from './follow-up.queries.ts';
import {
  actaDue,
  actaRule,
  challengeDue,
  isUnderWay,
  isUnsent,
  type Recipient,
  recipientState,
  registeredRule,
  summaryDue,
} from './words.ts';

/**
 * Card with the tasks after a closed assembly and the legal deadlines: summary mail, acta (minutes), and challenge
 * of decisions.
 */
export function AfterCard({ jointId, assemblyId }: { jointId: number; assemblyId: number }) {
  return (
    <Card title="Después de la asamblea">
      <QueryView query={afterQuery(jointId, assemblyId)}>
        {(data) => <Deadlines jointId={jointId} after={data} />}
      </QueryView>
      <section className="stack-3" aria-label="Acta firmada">
        <h3>Acta firmada</h3>
        <SignedActaDesk jointId={jointId} assemblyId={assemblyId} />
      </section>
      <section className="stack-3" aria-label="Expediente">
        <h3>Expediente</h3>
        <Expediente jointId={jointId} assemblyId={assemblyId} />
      </section>
    </Card>
  );
}

function Deadlines({ jointId, after }: { jointId: number; after: After }) {
  const now = today();
  return (
    <ul className="stack-5 plain">
      <DueLine title="Resumen a la administración" due={summaryDue(after.summary, now)}>
        <Summary jointId={jointId} after={after} />
      </DueLine>
      <DueLine title="Acta" due={actaDue(after, now)}>
        <p className="faint">{actaRule(after)}</p>
      </DueLine>
      <DueLine title="Impugnación" due={challengeDue(after, now)}>
        <p className="faint">{registeredRule(after.challenge)}</p>
      </DueLine>
    </ul>
  );
}

/** Part of the card for the summary mail: recipients with the state of each mail, and the button to send. */
function Summary({ jointId, after }: { jointId: number; after: After }) {
  const { recipients, mailConfigured } = after.summary;
  const send = useSendSummary(jointId, after.assemblyId);
  if (!recipients.some(({ email }) => email !== null)) {
    return (
      <>
        {recipients.length > 0 && <Recipients recipients={recipients} />}
        <Notice kind="warning">
          La copropiedad no tiene administradores con correo. Agréguelos en Usuarios y envíe el resumen.
        </Notice>
        <SendButtons label="Enviar resumen" onPress={() => send.mutate(false)} isPending={send.isPending} />
      </>
    );
  }
  const waits = recipients.some(isUnderWay);
  const failed = recipients.some(({ state }) => state === 'failed');
  const sendAgain = async () => {
    const title = '¿Enviar otra vez el resumen a la administración?';
    if (await confirm({ title, body: 'Se envía a cada administrador con correo.' })) send.mutate(true);
  };
  return (
    <>
      <Recipients recipients={recipients} />
      {waits && !mailConfigured && <Notice kind="warning">{NO_MAIL_SERVER}</Notice>}
      {recipients.some(isUnsent) ? (
        <SendButtons
          label={failed ? 'Reintentar' : 'Enviar resumen'}
          onPress={() => send.mutate(false)}
          isPending={send.isPending}
        />
      ) : (
        !waits && (
          <SendButtons label="Enviar de nuevo" onPress={() => void sendAgain()} isPending={send.isPending} />
        )
      )}
    </>
  );
}

interface ActsProps {
  label: string;
  onPress: () => void;
  isPending: boolean;
}

function SendButtons({ label, onPress, isPending }: ActsProps) {
  return (
    <div>
      <Button variant="secondary" size="small" onPress={onPress} isPending={isPending}>
        {label}
      </Button>
    </div>
  );
}

/** List of the administrators with the state of each summary mail. */
function Recipients({ recipients }: { recipients: readonly Recipient[] }) {
  return (
    <ul className="stack-3 plain">
      {recipients.map((one) => (
        <li key={`${one.name} ${one.email}`} className={`top ${styles.person}`}>
          <Sign state={signOf(one)} />
          <div className="stack-1 grow">
            <p className="anywhere">
              {one.name}
              {one.email !== null && <span className="faint"> {one.email}</span>}
            </p>
            <p className={cx('faint', one.state === 'failed' && 'wrong')}>{recipientState(one)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function signOf({ state }: Recipient): SignState {
  if (state === 'sent') return 'done';
  if (state === 'queued' || state === 'sending') return 'due';
  return state === 'failed' ? 'failed' : 'over';
}
