import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { register } from '../../../../shared/assemblies/attendance.api.ts';
import { call, hasCode } from '../../../lib/api.ts';
import { KeptKey } from '../../../lib/kept-key.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Button, Notice, Stack } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { failureText } from '../failure.ts';
import { ownUnitsKey } from '../own-units.ts';
import { assemblyTexts } from '../texts.ts';
import styles from './launch.module.css';

interface Props {
  jointId: number;
  /** One's units that another person answers for. */
  elsewhere: readonly AssemblyApartment[];
  /** A question is open: units change hands after it. */
  isOpen: boolean;
}

/** 'Representar yo mismo mi inmueble': an owner who arrives takes a unit back from whoever holds it. */
export function LaunchRepresent({ jointId, elsewhere, isOpen }: Props) {
  const client = useQueryClient();
  const keys = useRef(new KeptKey());
  const [taken, setTaken] = useState<readonly string[]>([]);
  const taking = useMutation({
    mutationFn: (apartmentId: string) =>
      call(register, {
        params: { jointId },
        body: { apartmentIds: [apartmentId], takeBack: true },
        idempotencyKey: keys.current.for({ jointId, apartmentId }),
      }),
    onSuccess: (_, apartmentId) => {
      keys.current.done();
      setTaken((before) => [...before.filter((id) => id !== apartmentId), apartmentId]);
      toast.success(assemblyTexts.registered);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ownUnitsKey }),
  });
  const ask = async (apartmentId: string) => {
    const isSure = await confirm({
      title: `¿Desea representar usted mismo el inmueble ${apartmentId}?`,
      body: (
        <p>
          La persona que hoy responde por este inmueble dejará de hacerlo. Lo que ya votó por él se conserva.
        </p>
      ),
      yes: 'Sí',
    });
    if (isSure) taking.mutate(apartmentId);
  };

  const back = taken.filter((id) => !elsewhere.some((unit) => unit.apartmentId === id));
  // Once the question is closed, its refusal has no more to say.
  const isRefused = taking.isError && (isOpen || !hasCode(taking.error, 'questionActive'));
  if (elsewhere.length === 0 && back.length === 0) return null;
  return (
    <Stack>
      {elsewhere.map(({ apartmentId }) => (
        <div key={apartmentId} className={`stack-3 ${styles.elsewhere}`}>
          <p>Otra persona responde por: {apartmentId}.</p>
          <Button
            variant="secondary"
            wide
            onPress={() => void ask(apartmentId)}
            isDisabled={isOpen}
            isPending={taking.isPending && taking.variables === apartmentId}
            aria-label={`Representar yo mismo mi inmueble ${apartmentId}`}
          >
            Representar yo mismo mi inmueble
          </Button>
        </div>
      ))}
      {isOpen && elsewhere.length > 0 && (
        <p className="anywhere">Podrá hacerlo cuando termine la votación que está abierta.</p>
      )}
      {isRefused && elsewhere.length > 0 && (
        <Notice kind="warning">
          <p>
            {taking.variables}: {failureText(taking.error, assemblyTexts.registerFailed)}
          </p>
        </Notice>
      )}
      {back.length > 0 && (
        <Notice kind="success">
          <p>Usted responde ahora por: {back.join(', ')}.</p>
        </Notice>
      )}
    </Stack>
  );
}
