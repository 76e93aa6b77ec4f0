import type { ReactNode } from 'react';
import { QueryView } from '../../../ui/query-view.tsx';
import { useHasRight } from '../../accounts/index.ts';
import { AssembliesScreen } from '../meetings/assemblies-screen.tsx';
import { challengeQuery } from './challenge.queries.ts';
import { DeclaredFactsCard } from './declared-facts.tsx';
import { GroundsAtEnd, GroundsNow } from './grounds.tsx';

/** Page '/Assemblies/Challenge': the grounds to challenge the current assembly, for operators and administrators. */
export default function ChallengePage() {
  return (
    <AssembliesScreen
      title="Semáforo de impugnación"
      intro="Lo que alguien podría alegar para impugnar las decisiones, según los datos de la asamblea. Que un punto no tenga problema encontrado no quiere decir que la asamblea sea válida."
    >
      {(joint, picker) => <Grounds key={joint.id} jointId={joint.id} picker={picker} />}
    </AssembliesScreen>
  );
}

function Grounds({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const mayDeclare = useHasRight('assemblies', jointId);
  return (
    <QueryView query={challengeQuery(jointId)} above={picker}>
      {(challenge) => (
        <>
          {picker}
          <GroundsNow challenge={challenge} />
          {mayDeclare && (
            <DeclaredFactsCard key={challenge.assemblyId} jointId={jointId} challenge={challenge} />
          )}
          <GroundsAtEnd challenge={challenge} />
        </>
      )}
    </QueryView>
  );
}
