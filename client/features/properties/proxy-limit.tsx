import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeJoint, type Joint } from '../../../shared/properties/joints.api.ts';
import { call, messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Stack } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { jointQuery } from './joints.queries.ts';

/** What the field shows, and 0 stands for, where the reglamento has no limit. */
const NONE = 0;

/** How many owners one person may represent by proxy; the desk is warned beyond it. */
export function ProxyLimit({ joint }: { joint: Joint }) {
  const client = useQueryClient();
  const known = joint.proxyLimit ?? NONE;
  const [limit, setLimit] = useState(known);
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      call(changeJoint, {
        params: { jointId: joint.jointId },
        body: { proxyLimit: limit === NONE ? null : limit },
      }),
    onSuccess: (answer) => {
      setLimit(answer.proxyLimit ?? NONE);
      client.setQueryData(jointQuery(joint.jointId).queryKey, answer);
      toast.success('La copropiedad ha sido actualizada.');
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Card title="Límite de poderes">
      <p>
        Propietarios que una misma persona puede representar por poder, según el reglamento. Vale para la
        copropiedad y sus sectores. La mesa de registro recibe un aviso cuando se supera; el registro se hace.
      </p>
      <NumberField
        label="Propietarios por persona"
        value={limit}
        onChange={setLimit}
        minValue={NONE}
        maxValue={1000}
        description="0: sin límite."
      />
      <Stack row>
        <Button
          variant="secondary"
          onPress={() => saving.mutate()}
          isPending={saving.isPending}
          isDisabled={limit === known}
        >
          Guardar
        </Button>
      </Stack>
    </Card>
  );
}
