import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { sentence } from '../../../../shared/format.ts';
import { ApiError } from '../../../lib/api.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ReasonDialog } from '../../../ui/fields/reason-dialog.tsx';
import { Button, Notice } from '../../../ui/page.tsx';
import { shortLabel, verdictLine } from '../common/question-messages.ts';
import { useAskAgain } from './questions/use-ask-again.ts';
import type { Toggling } from './questions/use-toggle.ts';
import { setAsideWords, unsureOwnersWords } from './questions/words.ts';

/**
 * Dialog for the reason to open a closed question again, needed because the result was already announced.
 * @param toggling state of opening and closing, from `useToggle`: the dialog is open while `reopens` is set
 */
export function ReopenDialog({ toggling, jointId }: { toggling: Toggling; jointId: number }) {
  const { reopens, reopening } = toggling;
  // Opened after the answer: a dialog in the middle of the screen would move while growing.
  return (
    reopens &&
    !reopening.isLoading && (
      <ReopenForm key={reopens.conceptId} toggling={toggling} jointId={jointId} reopens={reopens} />
    )
  );
}

interface Props {
  toggling: Toggling;
  jointId: number;
  reopens: LiveConcept;
}

function ReopenForm({ toggling: { reopen, reopening }, jointId, reopens }: Props) {
  const { conceptId } = reopens;
  const { error } = reopening;
  if (
    error instanceof ApiError &&
    (error.code === 'questionOfFirstCall' || error.code === 'questionOfVirtual')
  ) {
    return (
      <OfFirstCall
        jointId={jointId}
        conceptId={conceptId}
        text={error.message}
        onClose={() => reopen(null)}
      />
    );
  }
  return (
    <ReasonDialog
      title="¿Por qué se vuelve a abrir la votación?"
      body={`${sentence(shortLabel(reopens))} Ya se anunció: ${verdictLine(reopens)}. El motivo lo ven los asistentes y queda en los informes y en el acta.`}
      yes="Volver a activar"
      onYes={reopen}
      onClose={() => reopen(null)}
    >
      <Notice kind={reopening.data?.setAside ? 'warning' : 'info'}>
        <p>
          {reopening.data
            ? setAsideWords(reopening.data.setAside)
            : 'Al abrirla se apartan los votos de inmuebles que ya no están representados.'}
        </p>
      </Notice>
      {reopening.data !== undefined && reopening.data.unsureOwners.length > 0 && (
        <Notice kind="warning">
          <p>{unsureOwnersWords(reopening.data.unsureOwners)}</p>
        </Notice>
      )}
    </ReasonDialog>
  );
}

interface FirstCallProps {
  jointId: number;
  conceptId: number;
  text: string;
  onClose: () => void;
}

/**
 * Dialog to explain why a question of the first call cannot be reopened: a second call is a new meeting, so the
 * question must be created again.
 */
function OfFirstCall({ jointId, conceptId, text, onClose }: FirstCallProps) {
  const askAgain = useAskAgain(jointId);
  return (
    <Dialog
      title="La pregunta es de la primera convocatoria"
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            Cancelar
          </Button>
          <Button onPress={() => void askAgain(conceptId)}>Crear de nuevo</Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
