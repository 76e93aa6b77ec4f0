import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeJoint, type Joint } from '../../../shared/properties/joints.api.ts';
import { call, messageOf } from '../../lib/api.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { jointQuery } from './joints.queries.ts';

/** Which services a joint uses; one that nothing was done with may go again. */
export function JointServices({ joint }: { joint: Joint }) {
  const client = useQueryClient();
  const [usesAssemblies, setUsesAssemblies] = useState(joint.usesAssemblies);
  const [usesBilling, setUsesBilling] = useState(joint.usesBilling);
  const isSame = usesAssemblies === joint.usesAssemblies && usesBilling === joint.usesBilling;
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      call(changeJoint, { params: { jointId: joint.jointId }, body: { usesAssemblies, usesBilling } }),
    onSuccess: async (answer) => {
      client.setQueryData(jointQuery(joint.jointId).queryKey, answer);
      toast.success('La copropiedad ha sido actualizada.');
      // The lists that every screen picks a joint from.
      await Promise.all(
        ['assembly-joints', 'billing-joints'].map((list) => client.invalidateQueries({ queryKey: [list] })),
      );
    },
    // What could not go stays chosen, as it is.
    onError: () => {
      setUsesAssemblies(joint.usesAssemblies);
      setUsesBilling(joint.usesBilling);
    },
  });
  return (
    <Card
      title="Servicios"
      actions={
        joint.usesBilling && (
          <ButtonLink to={`/Billing?joint=${joint.jointId}`} variant="quiet">
            Ir a su facturación
          </ButtonLink>
        )
      }
    >
      <p>
        Un servicio se puede agregar en cualquier momento, y retirar mientras no se haya usado. Los sectores
        se reúnen con su copropiedad, y ella factura sus inmuebles.
      </p>
      <Stack row>
        <Checkbox isSelected={usesAssemblies} onChange={setUsesAssemblies}>
          Realiza asambleas
        </Checkbox>
        <Checkbox isSelected={usesBilling} onChange={setUsesBilling}>
          Usa facturación
        </Checkbox>
      </Stack>
      {saving.error && <Notice kind="error">{messageOf(saving.error)}</Notice>}
      <Stack row>
        <Button
          variant="secondary"
          onPress={() => saving.mutate()}
          isPending={saving.isPending}
          isDisabled={isSame}
        >
          Guardar
        </Button>
      </Stack>
    </Card>
  );
}
