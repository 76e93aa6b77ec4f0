import { useState } from 'react';
import { REHEARSAL_MARK } from '../../../../shared/assemblies/rehearsals/rehearsals.api.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { Button, Card, Stack } from '../../../ui/page.tsx';
import { useAssemblyJoints } from '../properties/use-assembly-joints.ts';
import { useStartRehearsal } from './queries.ts';

/**
 * Card to watch an assembly with simulated owners in two minutes, or to rehearse on the real screens. Renders no
 * element without a joint.
 * @param isMain false if another card of the page has the full button
 */
export function StartRehearsal({ isMain = true }: { isMain?: boolean }) {
  const { data } = useAssemblyJoints();
  const [chosen, setChosen] = useState<number | null>(null);
  const start = useStartRehearsal();
  const real = (data ?? []).filter(({ joint }) => !joint.jointName.startsWith(REHEARSAL_MARK));
  const jointId = chosen ?? real[0]?.joint.jointId;
  if (jointId === undefined) return null;
  const begin = (mode: 'shown' | 'guided') => start.mutate({ jointId, mode });
  return (
    <Card title="Ver o ensayar una asamblea">
      <p>
        Con una copia del censo y propietarios simulados que llegan, votan, pierden la red y se retiran. Nada
        cambia en la copropiedad ni sale ningún correo.
      </p>
      {real.length > 1 && (
        <Select
          label="Censo que se copia"
          items={real.map(({ joint }) => ({ id: joint.jointId, label: joint.jointName }))}
          value={jointId}
          onChange={setChosen}
          placeholder="Seleccione una copropiedad"
        />
      )}
      <Stack row>
        <Button
          variant={isMain ? 'primary' : 'secondary'}
          onPress={() => begin('shown')}
          isPending={start.isPending}
        >
          Ver una asamblea en dos minutos
        </Button>
        <Button variant="secondary" onPress={() => begin('guided')} isPending={start.isPending}>
          Ensayar en diez minutos
        </Button>
      </Stack>
    </Card>
  );
}
