import type { ReactNode } from 'react';
import {
  type Challenge,
  type GroundState,
  groundStateNames,
  type JudgedGround,
} from '../../../../shared/assemblies/challenge/challenge.api.ts';
import { challengeWords } from '../../../../shared/assemblies/law/challenge-days.ts';
import { count, dateTime } from '../../../lib/format.ts';
import { Sign, type SignState } from '../../../ui/due-line.tsx';
import { Card } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useHasRight } from '../../accounts/index.ts';
import { AssembliesScreen } from '../meetings/assemblies-screen.tsx';
import styles from './challenge.module.css';
import { challengeQuery } from './challenge.queries.ts';
import { DeclaredFactsCard } from './declared-facts.tsx';

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

/** Order of the states on the page: problems first. */
const order: readonly GroundState[] = ['red', 'missing', 'green'];
const signs: Record<GroundState, SignState> = { red: 'failed', missing: 'due', green: 'done' };
const groupTitles: Record<GroundState, string> = {
  red: 'Con problema',
  missing: 'Falta un dato',
  green: 'Sin problema encontrado',
};

function Grounds({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const mayDeclare = useHasRight('assemblies', jointId);
  return (
    <QueryView query={challengeQuery(jointId)} above={picker}>
      {(challenge) => (
        <>
          {picker}
          {order.map((state) => (
            <GroundsCard
              key={state}
              title={groupTitles[state]}
              grounds={challenge.grounds.filter((ground) => ground.state === state)}
            />
          ))}
          {mayDeclare && (
            <DeclaredFactsCard key={challenge.assemblyId} jointId={jointId} challenge={challenge} />
          )}
          <EndCard challenge={challenge} />
        </>
      )}
    </QueryView>
  );
}

function GroundsCard({ title, grounds }: { title: string; grounds: readonly JudgedGround[] }) {
  if (grounds.length === 0) return null;
  return (
    <Card title={`${title} (${count(grounds.length)})`}>
      <ul className="stack-4 plain">
        {grounds.map((ground) => (
          <GroundLine key={ground.code} ground={ground} />
        ))}
      </ul>
    </Card>
  );
}

function GroundLine({
  ground: { name, law, ruling, state, reason, step, dispute },
}: {
  ground: JudgedGround;
}) {
  return (
    <li className={`top breaks ${styles.ground}`}>
      <Sign state={signs[state]} />
      <div className="stack-1 grow">
        <h3 className={styles.name}>
          {name} <span className={`soft regular ${styles.state}`}>{groundStateNames[state]}</span>
        </h3>
        <p>{reason}</p>
        {step !== null && <p className="strong">{step}</p>}
        {dispute !== null && <p className={styles.dispute}>En discusión: {dispute}</p>}
        <p className="soft">{ruling === null ? law : `${law} · ${ruling}`}</p>
      </div>
    </li>
  );
}

/** Card with the state at the end of the assembly, as in the annex of the acta. */
function EndCard({ challenge: { atEnd, days } }: { challenge: Challenge }) {
  if (atEnd === null) return null;
  return (
    <Card title="Al terminar la asamblea">
      <p>Así quedó el {dateTime(atEnd.at)}, y así está en el anexo del acta:</p>
      <ul className={styles.ended}>
        {atEnd.grounds.map(({ code, name, state }) => (
          <li key={code}>
            {name}: <strong>{groundStateNames[state]}</strong>
          </li>
        ))}
      </ul>
      {days !== null && <p>{challengeWords(days)}</p>}
    </Card>
  );
}
