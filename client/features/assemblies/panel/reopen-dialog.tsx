import { ReasonDialog } from '../../../ui/fields/reason-dialog.tsx';
import { shortLabel, verdictLine } from '../concept-words.ts';
import type { Toggling } from './use-toggle.ts';

/** Before a closed question opens again: why. Its result was announced, and what is voted now comes after that. */
export function ReopenDialog({ toggling: { reopens, reopen } }: { toggling: Toggling }) {
  if (reopens === null) return null;
  return (
    <ReasonDialog
      title="¿Por qué se vuelve a abrir la votación?"
      body={`${shortLabel(reopens).replace(/[^?.!…]$/, '$&.')} Ya se anunció: ${verdictLine(reopens)}. El motivo lo ven los asistentes y queda en los informes y en el acta.`}
      yes="Volver a activar"
      isPending={false}
      onYes={reopen}
      onClose={() => reopen(null)}
    />
  );
}
