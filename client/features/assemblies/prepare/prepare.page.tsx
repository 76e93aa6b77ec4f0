import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { listDisplays } from '../../../../shared/accounts/displays.api.ts';
import { openAssembly } from '../../../../shared/assemblies/assemblies.api.ts';
import { makeBadges } from '../../../../shared/assemblies/codes.api.ts';
import { ATTENDANCE, toggleConcept } from '../../../../shared/assemblies/concepts.api.ts';
import { contingencyReport } from '../../../../shared/assemblies/reports.api.ts';
import { dayInBogota } from '../../../../shared/days.ts';
import { Profile } from '../../../../shared/profiles.ts';
import type { IdentityQuestion } from '../../../../shared/properties/identities.api.ts';
import { call, failureText } from '../../../lib/api.ts';
import { count, formatCoefficientExact, units } from '../../../lib/format.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { freshOf } from '../../../lib/query.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { useSession } from '../../../lib/session.store.ts';
import { NO_MAIL_SERVER } from '../../../mail/words.ts';
import { ReportButton } from '../../../reports/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { cx } from '../../../ui/cx.ts';
import { Button, ButtonLink, Card, Notice, Stack } from '../../../ui/page.tsx';
import { bothOf, QueryView } from '../../../ui/query-view.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { toast } from '../../../ui/toast.tsx';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import { badgeUnitsQuery, codesQuery, useRefreshCodes } from '../codes/codes.queries.ts';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { assemblyTexts } from '../common/texts.ts';
import { invitationsQuery, useInvitationCalls } from '../invitations/invitations.queries.ts';
import {
  changeWords,
  inviteeIds,
  inviteesOf,
  isToInvite,
  isToTell,
  sendingWords,
} from '../invitations/states.ts';
import {
  assemblyJointQuery,
  useFollowAssembly,
  useRefreshAssemblies,
} from '../meetings/assemblies.queries.ts';
import { AssembliesScreen } from '../meetings/assemblies-screen.tsx';
import { askedIfLate } from '../meetings/late-ordinary.tsx';
import { withQuestions } from '../meetings/server-asks.tsx';
import { CallForm } from './call-form.tsx';
import { Identities, identitiesQuery } from './identities.tsx';
import styles from './prepare.module.css';
import { fullStepOf, isEarlyFor, nextOf, type Prepared, type PrepareStep, stepsOf } from './steps.ts';

/**
 * Page '/Assemblies/Prepare' for operators: the steps until an assembly can start, each with a button for the next
 * action.
 */
export default function PreparePage() {
  return (
    <AssembliesScreen
      title="Preparar la asamblea"
      intro="Lo que ya está se marca solo. Siga el paso señalado."
      above={<Imported />}
    >
      {(joint, picker) => <Preparation key={joint.id} jointId={joint.id} picker={picker} />}
    </AssembliesScreen>
  );
}

/** Notice about the units imported on the page before. */
function Imported() {
  const state: unknown = useLocation().state;
  const imported = (state as { imported?: { apartments: number; sum: number } } | null)?.imported;
  if (imported === undefined) return null;
  return (
    <Notice kind="success" title={`Se importaron ${units(imported.apartments)}.`}>
      La suma de sus coeficientes es {formatCoefficientExact(imported.sum)}.
    </Notice>
  );
}

function Preparation({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const ofJoint = useQuery(assemblyJointQuery(jointId));
  const ofPeople = useQuery(invitationsQuery(jointId));
  const ofCodes = useQuery(codesQuery(jointId));
  const ofUnits = useQuery(badgeUnitsQuery(jointId));
  const ofIdentities = useQuery(identitiesQuery(jointId));
  const ofScreens = useQuery(freshOf(['displays', jointId], listDisplays, { params: { jointId } }));
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  useFollowAssembly(jointId, live.joint);
  const query = bothOf(
    bothOf(ofJoint, ofPeople),
    bothOf(bothOf(ofCodes, ofUnits), bothOf(ofScreens, ofIdentities)),
  );
  return (
    <QueryView query={query} above={picker} failed={assemblyTexts.noInformation}>
      {([
        [joint, { invitations, withoutUser, ownerless, mailConfigured }],
        [[codes, roll], [screens, identities]],
      ]) => {
        const { assembly } = joint;
        if (assembly === null || assembly.closedAt !== null) return <Over picker={picker} />;
        const badged = new Set(codes.flatMap(({ badgeOf }) => badgeOf ?? []));
        const having = roll.filter(({ apartmentId }) => badged.has(apartmentId)).length;
        const facts: Prepared = {
          assembly,
          apartments: joint.apartments,
          coefficient: joint.coefficient,
          people: inviteesOf(invitations, withoutUser),
          ownerless: ownerless.length,
          identities,
          badges: { having, lacking: roll.length - having },
          questions: live.joint?.concepts.filter(({ conceptId }) => conceptId !== ATTENDANCE).length ?? 0,
          screens: screens.length,
          today: dayInBogota(serverTime()),
        };
        return (
          <>
            {picker}
            {!mailConfigured && <Notice kind="warning">{NO_MAIL_SERVER}</Notice>}
            <Steps
              jointId={jointId}
              facts={facts}
              identities={identities}
              budgetYearEnd={joint.byLaws.budgetYearEnd}
            />
            <Contingency jointId={jointId} />
          </>
        );
      }}
    </QueryView>
  );
}

/** Card with the folder for an evening without electricity, to print on the day before. */
function Contingency({ jointId }: { jointId: number }) {
  return (
    <Card title="Carpeta de contingencia">
      <p>
        Imprímala la víspera: si falta la energía o la red, trae la lista con coeficientes y lugar para
        firmar, una hoja por pregunta, la hoja de sumas y los poderes.
      </p>
      <Stack row>
        <ReportButton
          report={contingencyReport}
          input={{ params: { jointId }, query: {} }}
          look={{ variant: 'secondary' }}
        >
          Descargar la carpeta
        </ReportButton>
        <ButtonLink to="/Assemblies/Paper" variant="quiet">
          Digitar lo que se llevó en papel
        </ButtonLink>
      </Stack>
    </Card>
  );
}

/** Shown if the joint's assembly is closed: button to open the next assembly to prepare. */
function Over({ picker }: { picker: ReactNode }) {
  return (
    <>
      {picker}
      <Notice kind="info" title="La asamblea está cerrada">
        <p>Abra la siguiente para prepararla.</p>
      </Notice>
      <Stack row>
        <ButtonLink to="/Assemblies">Ir a las asambleas</ButtonLink>
      </Stack>
    </>
  );
}

interface StepsProps {
  jointId: number;
  facts: Prepared;
  identities: readonly IdentityQuestion[];
  /** Last month of the joint's budget year, 1 to 12. */
  budgetYearEnd: number;
}

function Steps({ jointId, facts, identities, budgetYearEnd }: StepsProps) {
  const steps = stepsOf(facts);
  const next = nextOf(steps);
  const fullId = fullStepOf(steps, isEarlyFor(facts));
  const done = steps.filter(({ isDone }) => isDone).length;
  useFocusKept(next?.id);
  return (
    <Card title={`Listo: ${count(done)} de ${count(steps.length)}`}>
      <ol className={`plain stack ${styles.steps}`}>
        {steps.map((step, at) => {
          const isNext = step === next;
          return (
            <li
              key={step.id}
              className={cx(styles.step, step.isDone && styles.done, isNext && styles.next)}
              aria-current={isNext ? 'step' : undefined}
            >
              <span className={`bold ${styles.mark}`} aria-hidden="true">
                {step.isDone ? '✓' : at + 1}
              </span>
              <div>
                <h3 className="large">
                  {step.title}
                  <span className="unseen">
                    {step.isDone ? ': listo' : isNext ? ': siguiente' : ': pendiente'}
                  </span>
                </h3>
                <p>
                  {step.text}
                  {!step.isDone && step.isOptional && <span className="soft"> Opcional.</span>}
                </p>
              </div>
              {step.id !== 'identities' ? (
                <StepAct
                  jointId={jointId}
                  facts={facts}
                  step={step}
                  isNext={step.id === fullId}
                  budgetYearEnd={budgetYearEnd}
                />
              ) : (
                identities.length > 0 &&
                facts.assembly.openedAt === null && (
                  <div className={styles.form}>
                    <Identities jointId={jointId} questions={identities} />
                  </div>
                )
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

interface ActProps {
  jointId: number;
  facts: Prepared;
  step: PrepareStep;
  isNext: boolean;
  /** Last month of the joint's budget year, 1 to 12. */
  budgetYearEnd: number;
}

/**
 * Button or form for a preparation step. Prominent for the next step; for a completed step, a link to change the
 * data.
 */
function StepAct({ jointId, facts, step, isNext, budgetYearEnd }: ActProps) {
  // An administrator opens the page by a right, and the right covers the table.
  const hasTable = useSession((state) => state.user?.profileId) !== Profile.operator;
  const link = (to: string, words: string) => (
    <ButtonLink to={to} variant={isNext ? 'primary' : step.isDone ? 'quiet' : 'secondary'}>
      {words}
    </ButtonLink>
  );
  const table = (words: string) => (hasTable ? link(`/Joints/${jointId}`, words) : null);
  switch (step.id) {
    case 'units':
      return <StepButton>{table(step.isDone ? 'Ver la tabla' : 'Cargar la tabla')}</StepButton>;
    case 'owners':
      return <StepButton>{!step.isDone && facts.apartments > 0 && table('Completar la tabla')}</StepButton>;
    case 'identities':
      return null;
    case 'call':
      return <CallAct jointId={jointId} facts={facts} isNext={isNext} isDone={step.isDone} />;
    case 'questions':
      return <StepButton>{link('/GenerateQuestion', 'Preparar preguntas')}</StepButton>;
    case 'badges':
      return <BadgesAct jointId={jointId} facts={facts} isNext={isNext} isDone={step.isDone} />;
    case 'invitations':
      return <InvitationsAct jointId={jointId} facts={facts} isNext={isNext} />;
    case 'screens':
      return <StepButton>{link('/Assemblies/Screens', 'Abrir una pantalla')}</StepButton>;
    case 'open':
      return <OpenAct jointId={jointId} facts={facts} isNext={isNext} budgetYearEnd={budgetYearEnd} />;
  }
}

const StepButton = ({ children }: { children: ReactNode }) => <div className={styles.act}>{children}</div>;

interface OwnActProps {
  jointId: number;
  facts: Prepared;
  isNext: boolean;
}

/** Form for day, hour and place until the data are complete, then a button to change the data. */
function CallAct({ jointId, facts, isNext, isDone }: OwnActProps & { isDone: boolean }) {
  const [isChanging, setChanging] = useState(false);
  if (isDone && !isChanging) {
    return (
      <StepButton>
        <Button variant="quiet" onPress={() => setChanging(true)}>
          Cambiar
        </Button>
      </StepButton>
    );
  }
  return (
    <div className={styles.form}>
      <CallForm
        jointId={jointId}
        assembly={facts.assembly}
        isNext={isNext}
        onSaved={() => setChanging(false)}
      />
    </div>
  );
}

function BadgesAct({ jointId, facts, isNext, isDone }: OwnActProps & { isDone: boolean }) {
  const refresh = useRefreshCodes(jointId);
  const { lacking } = facts.badges;
  const making = useRequest(() => call(makeBadges, { params: { jointId }, body: {} }), {
    done: ({ issued }) => `Escarapelas nuevas: ${count(issued)}.`,
    next: [refresh],
    failed: assemblyTexts.codesFailed,
  });
  return (
    <StepButton>
      {isDone ? (
        <ButtonLink to="/Assemblies/Codes" variant="quiet">
          Imprimir
        </ButtonLink>
      ) : (
        <Button
          variant={isNext ? 'primary' : 'secondary'}
          onPress={() => making.mutate()}
          isPending={making.isPending}
          isDisabled={lacking === 0}
        >
          Crear escarapelas ({count(lacking)})
        </Button>
      )}
    </StepButton>
  );
}

/**
 * Button to send the invitations not sent yet. Only a link before the assembly has a date, because an invitation
 * needs the date.
 */
function InvitationsAct({ jointId, facts, isNext }: OwnActProps) {
  const acts = useInvitationCalls(jointId, () => undefined);
  const toInvite = facts.people.filter(isToInvite);
  const toTell = facts.people.filter(isToTell);
  const tellChange = async () => {
    if (await confirm(changeWords(toTell))) acts.send.mutate({ changed: true });
  };
  const send = async () => {
    if (await confirm(sendingWords(toInvite))) acts.send.mutate(inviteeIds(toInvite));
  };
  return (
    <StepButton>
      {toTell.length > 0 ? (
        <Button
          variant={isNext ? 'primary' : 'secondary'}
          onPress={() => void tellChange()}
          isPending={acts.send.isPending}
        >
          Avisar a {count(toTell.length)}
        </Button>
      ) : toInvite.length === 0 || facts.assembly.scheduledAt === null ? (
        <ButtonLink to="/Assemblies/Invitations" variant="quiet">
          Ver invitaciones
        </ButtonLink>
      ) : (
        <Button
          variant={isNext ? 'primary' : 'secondary'}
          onPress={() => void send()}
          isPending={acts.send.isPending}
        >
          Enviar invitaciones ({count(toInvite.length)})
        </Button>
      )}
    </StepButton>
  );
}

/** Button to open the assembly as prepared, with the questions and the sent links. */
function OpenAct({ jointId, facts, isNext, budgetYearEnd }: OwnActProps & { budgetYearEnd: number }) {
  const refresh = useRefreshAssemblies(jointId);
  const { assemblyId, kind } = facts.assembly;
  const isEarly = isEarlyFor(facts);
  const opening = useMutation({
    mutationFn: async () => {
      // Checks the deadline for the day of the opening.
      const late = await askedIfLate(
        { kind, scheduledAt: new Date(serverTime()).toISOString() },
        budgetYearEnd,
      );
      if (late === null) return null;
      const opened = await withQuestions((wentOn) =>
        call(openAssembly, {
          params: { jointId },
          body: { opens: assemblyId, wentOn: [...late, ...wentOn] },
        }),
      );
      if (opened !== null) await call(toggleConcept, { body: { conceptId: ATTENDANCE, jointId, active: 1 } });
      return opened;
    },
    onSuccess: (opened) => opened !== null && toast.success('La asamblea ha sido abierta.'),
    onError: (error) => toast.error(failureText(error, assemblyTexts.toggleFailed)),
    onSettled: refresh,
  });
  if (facts.assembly.openedAt !== null) {
    return (
      <StepButton>
        <Stack row>
          <ButtonLink to="/AssemblyPanel">Ir al panel</ButtonLink>
          <ButtonLink to="/RegisterQR" variant="secondary">
            Registrar asistencia
          </ButtonLink>
        </Stack>
      </StepButton>
    );
  }
  return (
    <StepButton>
      <Button
        variant={isEarly ? 'quiet' : isNext ? 'primary' : 'secondary'}
        onPress={() => opening.mutate()}
        isPending={opening.isPending}
        isDisabled={facts.apartments === 0}
      >
        {isEarly ? 'Abrir antes del día' : 'Abrir la asamblea'}
      </Button>
    </StepButton>
  );
}
