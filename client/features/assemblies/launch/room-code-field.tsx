import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Profile } from '../../../../shared/profiles.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { patientCode } from '../../../lib/patient-code.ts';
import { useSession } from '../../../lib/session.store.ts';

/** Text field component, downloaded on demand: most phones are never asked for the room code. */
const TextField = lazy(
  patientCode(async () => ({ default: (await import('../../../ui/fields/text-field.tsx')).TextField })),
);

/**
 * True if an assembly needs the room code: owners registering by phone in the hall type the six digits shown on the
 * wall. False for a virtual or ended assembly.
 */
export const asksRoomCode = (assembly: LiveJoint['assembly']): boolean =>
  assembly?.roomCode === 'ask' && assembly.mode !== 'virtual' && assembly.closedAt === null;

/**
 * Hook: returns the field for the six-digit room code of the wall screen, to place above 'Registrar Asistencia',
 * and the typed code as part of the request (`body`). `field` is null for cards, and if the assembly needs no code.
 * In a mixed assembly an empty field registers the owner at home.
 */
export function useRoomCode(assembly: LiveJoint['assembly']): {
  field: ReactNode;
  body: { roomCode?: string };
  /** True if the room code is required and incomplete. */
  isMissing: boolean;
} {
  const [code, setCode] = useState('');
  const isOwner = useSession((state) => state.user?.profileId === Profile.owner);
  if (!isOwner || !asksRoomCode(assembly)) return { field: null, body: {}, isMissing: false };
  const isMixed = assembly?.mode === 'mixed';
  return {
    field: (
      <Suspense fallback={<div style={{ minBlockSize: '6rem' }} />}>
        <TextField
          label={isMixed ? 'Código del salón, si está en él' : 'Código del salón'}
          description={
            isMixed
              ? 'Son los seis dígitos de la pantalla. Sin código, su asistencia queda a distancia.'
              : 'Son los seis dígitos que muestra la pantalla del salón.'
          }
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          value={code}
          onChange={(text) => setCode(text.replace(/\D/g, '').slice(0, 6))}
        />
      </Suspense>
    ),
    body: code.length === 6 ? { roomCode: code } : {},
    isMissing: code.length < 6 && (!isMixed || code !== ''),
  };
}
