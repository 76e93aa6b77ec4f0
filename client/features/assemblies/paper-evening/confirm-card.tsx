import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import type { ComparedSum } from '../../../../shared/assemblies/paper-evening/sums.ts';
import {
  type RefusedLine,
  typePaperEvening,
} from '../../../../shared/assemblies/paper-evening/typing.api.ts';
import { ApiError, call, failureText, hasCode, SHEET_TIMEOUT_MS } from '../../../lib/api.ts';
import { newKey } from '../../../lib/delivery/kept-key.ts';
import { count, units } from '../../../lib/format.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button, ButtonLink, Card, Notice, Stack } from '../../../ui/page.tsx';
import { shortLabel } from '../common/question-messages.ts';
import { assemblyTexts } from '../common/texts.ts';
import { isOpeningCode, withQuestions } from '../meetings/server-asks.tsx';
import type { PaperDraft, SentEvening } from './draft.store.ts';
import type { ReadEvening } from './read-draft.ts';
import { sumWords } from './sum-fields.tsx';

interface Props {
  jointId: number;
  draft: PaperDraft;
  read: ReadEvening;
  concepts: readonly LiveConcept[];
  onChange: (change: Partial<PaperDraft> | null) => void;
}

/** Card with the differences between paper and typed lines, and the button to store the evening. */
export function ConfirmCard({ jointId, draft, read, concepts, onChange }: Props) {
  const { evening, sums, faults } = read;
  const { saving, saved, save } = useSaving({ jointId, draft, read, onChange });
  const isSent = draft.sent !== null;
  const differences = isSent ? [] : differencesOf(sums, saving.error);
  const faultCount = [...faults.values()].reduce((sum, list) => sum + list.length, 0);
  const isEmpty = evening.arrivals.length === 0 && evening.questions.length === 0;
  const needsReason = differences.length > 0 && draft.reason.trim() === '';
  return (
    <Card title="Comparar y guardar">
      {saved !== null && (
        <Notice kind="success" title={saved}>
          <Stack row>
            <ButtonLink to="/AssemblyPanel">Ver en el panel</ButtonLink>
          </Stack>
        </Notice>
      )}
      {differences.length > 0 && (
        <>
          <Notice kind="warning" title={`Sumas que no coinciden: ${count(differences.length)}`}>
            <ul>
              {differences.map((sum) => (
                <li key={`${sum.conceptId} ${sum.voteId}`}>{differenceWords(sum, concepts)}</li>
              ))}
            </ul>
          </Notice>
          <TextField
            label="A qué se deben las diferencias"
            description="Revise primero el papel y lo digitado. Si la suma del papel está mal, escríbalo: queda en el acta."
            value={draft.reason}
            onChange={(reason) => onChange({ reason })}
            multiline
          />
        </>
      )}
      {isSent && !saving.isPending && (
        <Notice kind="warning" title="No llegó la respuesta del servidor">
          <p>
            No se sabe si la asamblea en papel quedó guardada. Envíela de nuevo: si ya estaba guardada, no se
            guarda dos veces.
          </p>
        </Notice>
      )}
      {!isSent && differences.length === 0 && sums.length > 0 && (
        <p className="good">Las sumas del papel y las digitadas coinciden.</p>
      )}
      {!isSent && <Refusal error={saving.error} concepts={concepts} />}
      <Stack row>
        <Button
          onPress={() => void save()}
          isPending={saving.isPending}
          isDisabled={!isSent && (isEmpty || faultCount > 0 || needsReason)}
        >
          {isSent ? 'Enviar de nuevo' : 'Guardar la asamblea en papel'}
        </Button>
      </Stack>
      {!isSent && faultCount > 0 && (
        <p className="soft">Corrija antes las líneas señaladas: {count(faultCount)}.</p>
      )}
    </Card>
  );
}

/** Different sums as the page finds them, else as the server does: a waiting correction changes a coefficient. */
function differencesOf(sums: readonly ComparedSum[], error: Error | null): readonly ComparedSum[] {
  const found = sums.filter(({ isDifferent }) => isDifferent);
  if (found.length > 0 || !hasCode(error, 'paperDiffers')) return found;
  const { differences = [] } = Object(error.details) as { differences?: readonly ComparedSum[] };
  return differences;
}

/**
 * Hook: asks for a confirmation and stores the evening. `saved`: sentence after a success. Keeps the request until an
 * answer comes, because a stored evening changes the questions of the page: then sends the kept request again.
 */
function useSaving({ jointId, draft, read: { evening, lacksSums }, onChange }: Omit<Props, 'concepts'>) {
  const [saved, setSaved] = useState<string | null>(null);
  const saving = useMutation({
    mutationFn: ({ body, key }: SentEvening) =>
      withQuestions((confirmed) => {
        const wentOn = [...(body.wentOn ?? []), ...confirmed.filter(isOpeningCode)];
        const sent = { body: { ...body, wentOn }, key };
        onChange({ sent });
        return call(typePaperEvening, {
          params: { jointId },
          body: sent.body,
          idempotencyKey: key,
          timeoutMs: SHEET_TIMEOUT_MS,
        });
      }),
    onError: (error) => {
      if (!hasCode(error, 'timeout', 'network', 'overloaded')) onChange({ sent: null });
    },
    onSuccess: (answer) => {
      if (answer === null) {
        onChange({ sent: null });
        return;
      }
      const votes = answer.questions.reduce((sum, question) => sum + question.votes, 0);
      setSaved(
        `Se registraron ${units(answer.registered)} y se guardaron ${count(votes)} ${votes === 1 ? 'voto' : 'votos'}.`,
      );
      onChange(null);
      refreshJoint(jointId);
    },
  });
  const save = async () => {
    setSaved(null);
    if (draft.sent !== null) {
      saving.mutate(draft.sent);
      return;
    }
    const numbers = evening.questions.map(({ conceptId }) => conceptId - 1).join(', ');
    const isSure = await confirm({
      title: '¿Guardar la asamblea en papel?',
      body: (
        <>
          <p>
            {numbers === ''
              ? 'Queda registrada la asistencia.'
              : `Queda registrada la asistencia, y se abren y cierran las votaciones ${numbers} con estos votos.`}{' '}
            La auditoría y el acta dirán que se digitó desde papel.
          </p>
          {lacksSums && <p>Faltan sumas de la hoja: sin ellas no se comparan.</p>}
        </>
      ),
      yes: 'Guardar',
    });
    if (isSure) saving.mutate({ body: evening, key: newKey() });
  };
  return { saving, saved, save };
}

const listName = (conceptId: number, concepts: readonly LiveConcept[]): string => {
  const concept = concepts.find((one) => one.conceptId === conceptId);
  return conceptId === ATTENDANCE || concept === undefined ? 'Lista de asistencia' : shortLabel(concept);
};

function differenceWords(
  { conceptId, voteId, paper, typed }: ComparedSum,
  concepts: readonly LiveConcept[],
): string {
  const answer = concepts
    .find((one) => one.conceptId === conceptId)
    ?.answers.find(({ answerId }) => answerId === voteId)?.answerDescription;
  const of = answer === undefined ? 'Presentes' : `${listName(conceptId, concepts)}, «${answer}»`;
  return `${of}: el papel dice ${sumWords(paper)}; digitado ${sumWords(typed)}.`;
}

/** Refusal of the server, with each refused line. */
function Refusal({ error, concepts }: { error: Error | null; concepts: readonly LiveConcept[] }) {
  if (error === null) return null;
  const details: unknown = error instanceof ApiError ? error.details : null;
  const { lines = [] } = Object(details) as { lines?: readonly RefusedLine[] };
  return (
    <Notice kind="error" title={failureText(error, assemblyTexts.assemblyFailed)}>
      <ul>
        {lines.map(({ conceptId, apartmentId, message }) => (
          <li key={`${conceptId} ${apartmentId}`}>
            {listName(conceptId, concepts)}, inmueble {apartmentId}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
