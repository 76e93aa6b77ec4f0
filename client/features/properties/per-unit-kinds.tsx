import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { apartmentKinds } from '../../../shared/properties/apartment-kinds.ts';
import { changeJoint, type Joint } from '../../../shared/properties/joints.api.ts';
import { call, messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Stack } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { jointQuery } from './joints.queries.ts';
import { kindNames } from './kinds.ts';

/** Which kinds of units have one vote each where a question is decided per unit. */
export function PerUnitKinds({ joint }: { joint: Joint }) {
  const client = useQueryClient();
  const headingId = useId();
  const known = joint.perUnitKinds;
  const [kinds, setKinds] = useState(known);
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      call(changeJoint, { params: { jointId: joint.jointId }, body: { perUnitKinds: kinds } }),
    onSuccess: (answer) => {
      setKinds(answer.perUnitKinds);
      client.setQueryData(jointQuery(joint.jointId).queryKey, answer);
      toast.success('La copropiedad ha sido actualizada.');
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  const isSame = kinds.length === known.length && kinds.every((kind) => known.includes(kind));
  return (
    <Card title="Un voto por inmueble">
      <p id={headingId}>
        Tipos de inmueble que tienen un voto cada uno en las preguntas sin contenido económico (sentencia
        C-522 de 2002). Vale para las preguntas que se creen desde ahora.
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: its name is the sentence above, not a legend */}
      <div role="group" aria-labelledby={headingId}>
        <Stack row>
          {apartmentKinds.map((kind) => (
            <Checkbox
              key={kind}
              isSelected={kinds.includes(kind)}
              onChange={(isSelected) =>
                setKinds(apartmentKinds.filter((one) => (one === kind ? isSelected : kinds.includes(one))))
              }
            >
              {kindNames[kind]}
            </Checkbox>
          ))}
        </Stack>
      </div>
      <Stack row>
        <Button
          variant="secondary"
          onPress={() => saving.mutate()}
          isPending={saving.isPending}
          isDisabled={isSame || kinds.length === 0}
        >
          Guardar
        </Button>
        {kinds.length === 0 && <p role="status">Elija al menos un tipo.</p>}
      </Stack>
    </Card>
  );
}
