import { useQuery } from '@tanstack/react-query';
import type { AssemblyJointItem } from '../../shared/accounts/users.api.ts';
import { today } from '../../shared/days.ts';
import { ActaLink, afterLine, afterQuery, assembliesQuery } from '../features/assemblies/index.ts';
import { Card } from '../ui/page.tsx';
import { EmptyState } from '../ui/query-view.tsx';

/** Message of the specification (section 8) for a person without joints. */
export const NoJoints = () => (
  <EmptyState message="No tiene conjuntos residenciales asociados. Comunicarse con el administrador de la plataforma." />
);

/** List of an administrator's joints with the tasks after the last assembly. */
export function MyJoints({ joints }: { joints: readonly AssemblyJointItem[] }) {
  return (
    <Card title={joints.length === 1 ? 'Su copropiedad' : 'Sus copropiedades'}>
      <ul className="stack-5 plain">
        {joints.map(({ joint: { jointId, jointName } }) => (
          <li key={jointId} className="stack-3">
            <h3>{jointName}</h3>
            <AfterLine jointId={jointId} />
            <ActaLink jointId={jointId} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Tasks after the joint's last closed assembly. Hidden if no assembly was closed. */
function AfterLine({ jointId }: { jointId: number }) {
  const { data: assemblies } = useQuery({ ...assembliesQuery(jointId), retry: false });
  const closed = assemblies?.find(({ closedAt }) => closedAt !== null);
  const { data } = useQuery({
    ...afterQuery(jointId, closed?.assemblyId),
    enabled: closed !== undefined,
    retry: false,
  });
  return data ? <p>{afterLine(data, today())}</p> : null;
}
