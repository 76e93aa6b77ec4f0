import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { askTurnAtDesk } from '../../../../shared/assemblies/turns/turns.api.ts';
import { call } from '../../../lib/api.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';

const DESK_FAILED = 'No se puede anotar la palabra en este momento. Intente nuevamente.';

/** Form of desk and panel: notes a person without a phone for a turn to speak, by a registered unit. */
export default function DeskTurn({ jointId }: { jointId: number }) {
  const client = useQueryClient();
  const [unit, setUnit] = useState('');
  const asking = useRequest(
    (apartmentId: string) => call(askTurnAtDesk, { params: { jointId }, body: { apartmentId } }),
    {
      done: (_, apartmentId) => `${apartmentId} quedó en la lista de la palabra.`,
      next: () => setUnit(''),
      failed: DESK_FAILED,
      onSettled: () => {
        refreshJoint(jointId);
        return client.invalidateQueries({ queryKey: ['turns', jointId] });
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (unit.trim() !== '' && !asking.isPending) asking.mutate(unit.trim());
  };
  return (
    <form className="stack-2" onSubmit={submit} noValidate>
      <TextField
        label="Inmueble que pide la palabra"
        description="Para quien no tiene teléfono."
        value={unit}
        onChange={setUnit}
        maxLength={60}
      />
      <div>
        <Button
          type="submit"
          variant="secondary"
          size="small"
          isPending={asking.isPending}
          isDisabled={unit.trim() === ''}
        >
          Anotar en la lista
        </Button>
      </div>
    </form>
  );
}
