import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { changeJoint, type Joint, type JointChanges } from '../../../shared/properties/joints.api.ts';
import { call, messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/page.tsx';
import { sendChanges } from '../../ui/send-facts.tsx';
import { toast } from '../../ui/toast.tsx';
import { jointQuery } from './joints.queries.ts';

/**
 * Hook with a mutation (`useMutation`) for the settings cards of a joint: stores changed settings, and
 * fetches all data with the joint again. Asks first if another person changed the same setting since the card opened.
 */
export function useChangeJoint(joint: Joint) {
  const client = useQueryClient();
  const shown = useRef(joint);
  const { jointId } = joint;
  return useMutation({
    mutationFn: (body: JointChanges) =>
      sendChanges(
        (changes) => call(changeJoint, { params: { jointId }, body: changes }),
        body,
        shown.current,
        { stored: joint },
      ),
    onSuccess: async (answer) => {
      if (answer === null) return;
      shown.current = answer;
      client.setQueryData(jointQuery(jointId).queryKey, answer);
      toast.success('La copropiedad ha sido actualizada.');
      // Lists of joints behind the pickers of the screens, and the help for owners.
      await Promise.all(
        ['assembly-joints', 'billing-joints', 'joint-face'].map((list) =>
          client.invalidateQueries({ queryKey: [list] }),
        ),
      );
    },
  });
}

interface SaveProps {
  saving: ReturnType<typeof useChangeJoint>;
  change: JointChanges;
  isDisabled: boolean;
  onError?: (error: Error) => void;
}

/**
 * Button 'Guardar' of a settings card of a joint. A press sends the changed settings (`change`) by the
 * mutation `saving` of `useChangeJoint`.
 */
export function Save({
  saving,
  change,
  isDisabled,
  onError = (error) => toast.error(messageOf(error)),
}: SaveProps) {
  return (
    <Button
      variant="secondary"
      onPress={() => saving.mutate(change, { onError })}
      isPending={saving.isPending}
      isDisabled={isDisabled}
    >
      Guardar
    </Button>
  );
}
