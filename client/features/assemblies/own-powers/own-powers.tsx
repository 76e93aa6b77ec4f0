import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  endOwnPower,
  getPowerProof,
  type OwnPower,
} from '../../../../shared/assemblies/powers/own-powers.api.ts';
import { powerEndNames, powerStateNames } from '../../../../shared/assemblies/powers/words.ts';
import { Profile } from '../../../../shared/profiles.ts';
import { call, download } from '../../../lib/api.ts';
import { dateTime } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.store.ts';
import { useDownload } from '../../../reports/use-download.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Button, RowButton, Stack } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { PowerDialog } from './dialog.tsx';
import { ownPowersQuery, useRefreshOwnPowers } from './own-powers.queries.ts';

/**
 * Part of the owner's page of the evening about powers: the powers over own units, with revocation and proof, and the
 * button to give a power before the assembly.
 */
export function OwnPowers({ jointId }: { jointId: number }) {
  // A session by a card or badge has no powers.
  const isOwner = useSession((state) => state.user?.profileId) === Profile.owner;
  const query = useQuery({ ...ownPowersQuery(jointId), enabled: isOwner });
  const [isGiving, setGiving] = useState(false);
  if (query.data === undefined) return null;
  const { obstacle, until, powers, owners } = query.data;
  if (owners.length === 0 || (powers.length === 0 && obstacle !== null && query.data.sentTo !== null))
    return null;
  return (
    <section className="stack-3" aria-label="Poder">
      {powers.length > 0 && (
        <ul className="stack-3 plain">
          {powers.map((power) => (
            <PowerItem key={power.powerId} jointId={jointId} power={power} />
          ))}
        </ul>
      )}
      {obstacle === null ? (
        <>
          <Button variant="secondary" wide onPress={() => setGiving(true)}>
            Dar poder a otra persona
          </Button>
          {until !== null && (
            <p className="soft">Hasta el {dateTime(until)}; después, en la mesa o por papel.</p>
          )}
        </>
      ) : (
        powers.length === 0 && <p className="soft">Si no puede asistir: {obstacle}</p>
      )}
      {isGiving && <PowerDialog jointId={jointId} own={query.data} onClose={() => setGiving(false)} />}
    </section>
  );
}

/** Words about the state of a power: 'Aceptado', or the end for units of the owner. */
function stateWords({ state, units }: OwnPower): string {
  const [end] = units.flatMap(({ end }) => end ?? []);
  return state === 'revoked' && end !== undefined
    ? `Terminado: ${powerEndNames[end]}`
    : powerStateNames[state];
}

function PowerItem({ jointId, power }: { jointId: number; power: OwnPower }) {
  const { powerId, holder, substitute, units, instructions, state, hasProof } = power;
  const refresh = useRefreshOwnPowers();
  const revoking = useRequest(() => call(endOwnPower, { params: { jointId, powerId } }), {
    done: 'El poder quedó revocado.',
    failed: true,
    onSettled: refresh,
  });
  const proof = useDownload(() => download(getPowerProof, { params: { jointId, powerId } }));
  const revoke = async () => {
    const isSure = await confirm({
      title: `¿Revocar el poder de ${holder}?`,
      body: (
        <p>
          Deja de representarlo ya. Si hay una votación abierta, se anula lo que votó en ella; las cerradas
          quedan.
        </p>
      ),
      yes: 'Revocar',
      danger: true,
    });
    if (isSure) revoking.mutate();
  };
  const stands = state === 'pending' || state === 'accepted' || state === 'used';
  return (
    <li className="stack-2">
      <p>
        <strong>{holder}</strong>
        {substitute && ` (suplente: ${substitute})`}, poder por{' '}
        {units.map(({ apartmentId }) => apartmentId).join(', ')}. {stateWords(power)}.
      </p>
      {instructions !== null && stands && <p className="soft anywhere">Instrucciones: {instructions}</p>}
      <Stack row>
        {stands && (
          <RowButton
            act="Revocar"
            of={`el poder de ${holder}`}
            onPress={() => void revoke()}
            isPending={revoking.isPending}
          />
        )}
        {hasProof && (
          <RowButton
            act="Prueba"
            of={`del poder de ${holder}`}
            onPress={() => proof.mutate()}
            isPending={proof.isPending}
          />
        )}
      </Stack>
    </li>
  );
}
