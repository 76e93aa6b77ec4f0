import { expect, it } from 'vitest';
import {
  type InvitationKind,
  type Invitee,
  invitationKinds,
  inviteeIds,
  inviteesOf,
  isForLetter,
  isOfKind,
  isToInvite,
  stateLines,
} from './states.ts';

const at = '2026-03-05T23:05:00.000Z';
const nobody: Invitee = {
  key: '7',
  obstacle: null,
  userId: '7',
  username: 'ana',
  name: 'Ana',
  email: 'ana@correo.co',
  apartments: ['101'],
  mail: null,
  letterPrintedAt: null,
  signedAt: null,
  sharedAt: null,
  registered: null,
  byHand: [],
  hasLink: false,
  lastUsedAt: null,
  isOutdated: false,
};
const mail = { attempts: 1, sentAt: null, nextAt: null, problem: null, bouncedAt: null, bounce: null };
const kindsOf = (one: Invitee) =>
  (Object.keys(invitationKinds) as InvitationKind[]).filter((kind) => kind !== 'all' && isOfKind(one, kind));

it('an invitation has a state for each mail, letter and sign-in', () => {
  expect(stateLines(nobody)).toEqual(['Sin invitar']);
  expect(kindsOf(nobody)).toEqual(['notInvited']);
  const noEmail = { ...nobody, email: null, letterPrintedAt: at, hasLink: true };
  expect(stateLines(noEmail)).toEqual(['Sin correo', 'Carta impresa el 5 de marzo de 2026, 18:05']);
  expect(kindsOf(noEmail)).toEqual(['noEmail', 'letter']);
  const sent: Invitee = { ...nobody, mail: { ...mail, state: 'sent', sentAt: at }, lastUsedAt: at };
  expect(stateLines(sent)).toEqual([
    'Ingresó el 5 de marzo de 2026, 18:05',
    'Enviado el 5 de marzo de 2026, 18:05',
    'El enlace ya no sirve',
  ]);
  expect(kindsOf(sent)).toEqual(['sent', 'entered']);
  const bounced: Invitee = {
    ...nobody,
    mail: { ...mail, state: 'sent', sentAt: at, bouncedAt: at, bounce: '' },
  };
  expect(kindsOf(bounced)).toEqual(['failed']);
  expect(isToInvite(bounced)).toBe(false);
});

it('invites people with an address and no mail sent or queued', () => {
  const inState = (state: 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled') =>
    isToInvite({ ...nobody, mail: { ...mail, state } });
  expect(isToInvite(nobody)).toBe(true);
  expect(isToInvite({ ...nobody, email: null })).toBe(false);
  expect([inState('queued'), inState('sending'), inState('sent')]).toEqual([false, false, false]);
  expect([inState('failed'), inState('cancelled')]).toEqual([true, true]);
});

it('a registered phone gets no letter, and the operator sees the address of another owner', () => {
  expect(isForLetter({ ...nobody, email: null })).toBe(true);
  expect(isForLetter({ ...nobody, email: null, registered: 'text' })).toBe(false);
  const byHand = [{ owner: 'Rosa', apartmentId: '101', kind: 'mail' as const, value: 'rosa@correo.co' }];
  expect(stateLines({ ...nobody, byHand })).toEqual([
    'Sin invitar',
    'Enviar también, por carta o mensaje, a Rosa (101): rosa@correo.co',
  ]);
});

it('lists owners without a user first; the invitation creates the user', () => {
  const none = { registered: null, byHand: [], username: null };
  const owner = { ...none, name: 'Luis', email: 'luis@correo.co', apartments: ['102', 'P-2'] };
  const people = inviteesOf(
    [{ ...nobody, userId: '7', username: 'ana' }],
    [
      { ...owner, obstacle: null },
      { ...owner, email: null, apartments: ['103'], obstacle: 'noEmail' },
      { ...owner, apartments: ['104'], username: 'eva', obstacle: 'disabled' },
    ],
  );
  expect(people.map(stateLines)).toEqual([
    ['Se crea su usuario al invitar'],
    ['Se crea su usuario al invitar', 'Sin correo'],
    ['Su usuario eva está deshabilitado'],
    ['Sin invitar'],
  ]);
  expect(people.map(isToInvite)).toEqual([true, false, false, true]);
  expect(people.map((one) => isOfKind(one, 'withoutUser'))).toEqual([true, true, true, false]);
  expect(inviteeIds(people)).toEqual({ userIds: ['7'], apartmentIds: ['102', '103', '104'] });
  expect(inviteeIds([])).toEqual({});
});
