import { useState } from 'react';
import type { OwnApartment } from '../../../../shared/accounts/users.api.ts';
import { failureText, hasCode } from '../../../lib/api.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Button, Notice, Stack } from '../../../ui/page.tsx';
import { assemblyTexts } from '../common/texts.ts';
import styles from './launch.module.css';
import { useRoomCode } from './room-code-field.tsx';
import { useRegister } from './use-register.ts';

interface Props {
  jointId: number;
  assembly: LiveJoint['assembly'];
  /** Own units registered with the code or device of another person. */
  elsewhere: readonly OwnApartment[];
  /** Units with a vote on the open question: the owner can take the units back only after the closing. */
  voted: ReadonlySet<string>;
}

/**
 * Button 'Representar yo mismo mi inmueble' for an owner: registers own units with this phone, now registered with
 * another person's code or device. For a power of attorney, asks for confirmation first.
 * @param elsewhere own units registered with another person's code or device
 * @param voted ids of units with a vote on the open question: taken back only after the closing
 */
export function LaunchRepresent({ jointId, assembly, elsewhere, voted }: Props) {
  const room = useRoomCode(assembly);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const taking = useRegister(jointId);
  const take = (apartmentIds: string[], isPowerEnded: boolean) =>
    taking.mutate(
      { apartmentIds, takeBack: true, endPower: isPowerEnded, ...room.body },
      {
        onSuccess: () =>
          setTaken((before) => [...before.filter((id) => !apartmentIds.includes(id)), ...apartmentIds]),
      },
    );
  const endPower = async (apartmentIds: string[]) => {
    const isSure = await confirm({
      title: `¿Desea revocar el poder y representar usted mismo ${apartmentIds.length === 1 ? 'el inmueble' : 'los inmuebles'} ${apartmentIds.join(', ')}?`,
      body: <p>Quien hoy responde con el poder dejará de hacerlo. Lo que ya votó se conserva.</p>,
      yes: 'Sí',
    });
    if (isSure) take(apartmentIds, true);
  };

  const ways = waysOf(elsewhere, voted);
  const back = taken.filter((id) => !elsewhere.some((unit) => unit.apartmentId === id));
  const late = elsewhere.flatMap(({ apartmentId }) => (voted.has(apartmentId) ? [apartmentId] : []));
  // A refusal for votes on the open question is hidden after the closing.
  const isRefused = taking.isError && (late.length > 0 || !hasCode(taking.error, 'unitVoted'));
  if (ways.length === 0 && back.length === 0) return null;
  return (
    <Stack>
      {ways.some(({ free }) => free.length > 0) && room.field}
      {ways.map(({ registeredWith, words, ids, free }) => (
        <div key={registeredWith} className={`stack-3 ${styles.elsewhere}`}>
          <p>
            {words}: {ids.join(', ')}.
          </p>
          {free.length > 0 && (
            <Button
              variant="secondary"
              wide
              onPress={() => (registeredWith === 'power' ? void endPower(free) : take(free, false))}
              isPending={taking.isPending}
              aria-label={`${representWords(free)} ${free.join(', ')}`}
            >
              {representWords(free)}
            </Button>
          )}
        </div>
      ))}
      {late.length > 0 && (
        <p className="anywhere">
          Ya se votó por {late.join(', ')} la pregunta que está abierta. Podrá{' '}
          {late.length === 1 ? 'representarlo' : 'representarlos'} usted mismo cuando termine esa votación.
        </p>
      )}
      {isRefused && ways.length > 0 && (
        <Notice kind="warning">
          <p>
            {taking.variables?.apartmentIds.join(', ')}:{' '}
            {failureText(taking.error, assemblyTexts.registerFailed)}
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

/** Kinds of registration by another person (desk card, power, other), each with a Spanish text. */
const WAYS = [
  { registeredWith: 'unnamedCard', words: 'Registrado con una tarjeta de la mesa' },
  { registeredWith: 'power', words: 'Otra persona responde con un poder por' },
  { registeredWith: 'other', words: 'Otra persona responde por' },
] as const;

/** Ways with units of the person, each with ids; `free`: ids without a vote on the open question. */
const waysOf = (elsewhere: readonly OwnApartment[], voted: ReadonlySet<string>) =>
  WAYS.flatMap((way) => {
    const ids = elsewhere.flatMap((unit) =>
      unit.registeredWith === way.registeredWith ? [unit.apartmentId] : [],
    );
    return ids.length === 0 ? [] : [{ ...way, ids, free: ids.filter((id) => !voted.has(id)) }];
  });

const representWords = ({ length }: readonly string[]): string =>
  `Representar yo mismo ${length === 1 ? 'mi inmueble' : 'mis inmuebles'}`;
