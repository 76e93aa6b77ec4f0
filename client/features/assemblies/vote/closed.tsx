import type { ReactNode } from 'react';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { ButtonLink, Notice } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/query-view.tsx';
import { assemblyTexts } from '../common/texts.ts';
import { AssemblyOver } from '../live/assembly-over.tsx';
import { Former } from './refused.tsx';
import type { Voting } from './sending.ts';

/**
 * Content of the voting page while no question is open; tells a person about the refusal of a late vote. The next
 * question appears without a reload.
 */
export function NothingOpen({
  refused,
  closedAt,
  children,
}: {
  refused: Extract<Voting, { phase: 'finished' }> | null;
  /** End of the assembly, ISO 8601. Null while running; after the end no question opens. */
  closedAt: string | null;
  /** Results of earlier questions, shown below. */
  children: ReactNode;
}) {
  return (
    <>
      {refused && <Former voting={refused} />}
      {children}
      {closedAt !== null ? (
        <AssemblyOver closedAt={closedAt}>
          <p>Sus votos y sus comprobantes quedan en la página de la asamblea.</p>
        </AssemblyOver>
      ) : (
        <div role="status">
          <EmptyState message={assemblyTexts.voteInactive}>
            <p>Cuando se abra una votación aparecerá aquí; no necesita actualizar la página.</p>
          </EmptyState>
        </div>
      )}
      <div>
        <ButtonLink to="/LaunchPage" variant="secondary" size="large">
          Volver a la asamblea
        </ButtonLink>
      </div>
    </>
  );
}

interface Props {
  units: readonly AssemblyApartment[];
  held: readonly AssemblyApartment[];
}

/**
 * Message on the voting page to a person without the right to vote on the open question: the reason (no registered
 * unit, no coefficient) and the next step.
 * @param units units of the person in the joint
 * @param held units registered with the person's session
 */
export function CannotVote({ units, held }: Props) {
  if (units.length === 0) {
    return (
      <Notice kind="warning">
        <p>{assemblyTexts.noOwnUnits}</p>
      </Notice>
    );
  }
  if (held.length > 0) {
    return (
      <Notice kind="warning">
        <p>Sus inmuebles tienen coeficiente 0 y no votan.</p>
      </Notice>
    );
  }
  return (
    <>
      <Notice kind="warning">
        <p>
          Para votar, primero registre la asistencia de sus inmuebles. Si otra persona responde por ellos,
          puede volver a representarlos usted mismo en la página de la asamblea.
        </p>
      </Notice>
      <div>
        <ButtonLink to="/LaunchPage" size="large">
          Ir a la asamblea
        </ButtonLink>
      </div>
    </>
  );
}
