import { expect, it } from 'vitest';
import type { Invitation } from '../../../../shared/assemblies/invitations.api.ts';
import {
  type InvitationKind,
  invitationKinds,
  isOfKind,
  isToInvite,
  stateLines,
} from './invitation-states.ts';

const at = '2026-03-05T23:05:00.000Z';
const nobody: Invitation = {
  userId: '7',
  username: 'ana',
  name: 'Ana',
  email: 'ana@correo.co',
  apartments: ['101'],
  mail: null,
  letterPrintedAt: null,
  hasLink: false,
  lastUsedAt: null,
};
const mail = { attempts: 1, sentAt: null, nextAt: null, problem: null };
const kindsOf = (one: Invitation) =>
  (Object.keys(invitationKinds) as InvitationKind[]).filter((kind) => kind !== 'all' && isOfKind(one, kind));

it('names what a person has of an invitation', () => {
  expect(stateLines(nobody)).toEqual(['Sin invitar']);
  expect(kindsOf(nobody)).toEqual(['notInvited']);
  const noEmail = { ...nobody, email: null, letterPrintedAt: at, hasLink: true };
  expect(stateLines(noEmail)).toEqual(['Sin correo', 'Carta impresa el 5 de marzo de 2026, 18:05']);
  expect(kindsOf(noEmail)).toEqual(['noEmail', 'letter']);
  const sent: Invitation = { ...nobody, mail: { ...mail, state: 'sent', sentAt: at }, lastUsedAt: at };
  expect(stateLines(sent)).toEqual([
    'Ingresó el 5 de marzo de 2026, 18:05',
    'Enviado el 5 de marzo de 2026, 18:05',
    'El enlace ya no sirve',
  ]);
  expect(kindsOf(sent)).toEqual(['sent', 'entered']);
});

it('invites whoever has an address and nothing sent or under way', () => {
  const inState = (state: 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled') =>
    isToInvite({ ...nobody, mail: { ...mail, state } });
  expect(isToInvite(nobody)).toBe(true);
  expect(isToInvite({ ...nobody, email: null })).toBe(false);
  expect([inState('queued'), inState('sending'), inState('sent')]).toEqual([false, false, false]);
  expect([inState('failed'), inState('cancelled')]).toEqual([true, true]);
});
