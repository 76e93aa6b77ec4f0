import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type NewRegistration, register } from '../../../../shared/assemblies/attendance.api.ts';
import { call } from '../../../lib/api.ts';
import { KeptKey } from '../../../lib/delivery/kept-key.ts';
import { toast } from '../../../ui/toast.tsx';
import { assemblyTexts } from '../common/texts.ts';
import { ownUnitsKey } from '../properties/own-units.ts';

type Body = NewRegistration & { apartmentIds: string[] };

/**
 * Hook with a mutation (`useMutation`) for owners to register own units by phone. A repeat of the same request
 * keeps the idempotency key until a success, so the registration happens once.
 * @param onError called with the error and the refused request
 */
export function useRegister(jointId: number, onError?: (error: unknown, body: Body) => void) {
  const client = useQueryClient();
  const keys = useRef(new KeptKey());
  return useMutation({
    mutationFn: (body: Body) =>
      call(register, { params: { jointId }, body, idempotencyKey: keys.current.for({ jointId, body }) }),
    onSuccess: () => {
      keys.current.done();
      toast.success(assemblyTexts.registered);
    },
    onError,
    onSettled: () => client.invalidateQueries({ queryKey: ownUnitsKey }),
  });
}
