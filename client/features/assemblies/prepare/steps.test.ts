import { describe, expect, it } from 'vitest';
import { assemblyOf } from '../../../../shared/testing/assembly.ts';
import type { Invitee } from '../invitations/states.ts';
import {
  fullStepOf,
  isEarlyFor,
  nextOf,
  type Prepared,
  proposesAgenda,
  proposesRoomCode,
  stepsOf,
} from './steps.ts';

const assembly = assemblyOf();
const ana: Invitee = {
  key: '1',
  userId: null,
  username: null,
  name: 'Ana',
  email: 'ana@correo.co',
  apartments: ['101'],
  obstacle: null,
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
const sent: Invitee = {
  ...ana,
  mail: {
    state: 'queued',
    attempts: 0,
    sentAt: null,
    nextAt: null,
    problem: null,
    bouncedAt: null,
    bounce: null,
  },
};
const empty: Prepared = {
  assembly,
  apartments: 0,
  coefficient: 0,
  people: [],
  ownerless: 0,
  identities: [],
  questions: 0,
  screens: 0,
  today: '2027-03-06',
  badges: { having: 0, lacking: 0 },
};
const loaded = {
  ...empty,
  apartments: 2,
  coefficient: 100,
  people: [ana],
  badges: { having: 0, lacking: 2 },
};
const called = {
  ...loaded,
  assembly: { ...assembly, scheduledAt: '2027-03-06T13:00:00.000Z', place: 'Salón comunal' },
};
const badged = { ...called, badges: { having: 2, lacking: 0 } };
const invited = { ...badged, people: [sent] };
const next = (facts: Prepared) => nextOf(stepsOf(facts))?.id;
const done = (facts: Prepared) => stepsOf(facts).flatMap(({ id, isDone }) => (isDone ? [id] : []));

const state = {
  attempts: 1,
  sentAt: '2027-02-01T13:00:00.000Z',
  nextAt: null,
  problem: null,
  bouncedAt: null,
  bounce: null,
};

describe('steps to a running assembly', () => {
  it('steps are done by the stored facts, in order', () => {
    expect([empty, loaded, called, badged, invited].map(next)).toEqual([
      'units',
      'call',
      'badges',
      'invitations',
      'open',
    ]);
    const running = { ...invited, assembly: { ...called.assembly, openedAt: '2027-03-06T13:05:00.000Z' } };
    expect(next(running)).toBeUndefined();
    expect(next({ ...loaded, assembly: running.assembly })).toBeUndefined();
    expect(done({ ...running, questions: 3, screens: 1 })).toHaveLength(9);
  });

  it('no step waits for missing e-mails, nor for badges or a place in a virtual assembly', () => {
    const noEmail = { ...badged, people: [{ ...ana, email: null }] };
    expect(next(noEmail)).toBe('open');
    expect(done(noEmail)).toEqual(['units', 'identities', 'call', 'badges']);
    const virtual = { ...called.assembly, mode: 'virtual' as const, place: null };
    expect(next({ ...loaded, assembly: virtual })).toBe('invitations');
    expect(stepsOf({ ...loaded, assembly: virtual }).map(({ id }) => id)).not.toContain('badges');
    expect(next({ ...called, assembly: { ...called.assembly, place: null } })).toBe('call');
  });

  it('each step has a text for its state', () => {
    const other = { ...ana, key: '2', email: null };
    const texts = new Map(
      stepsOf({ ...badged, people: [sent, other], ownerless: 1, questions: 1 }).map(({ id, text }) => [
        id,
        text,
      ]),
    );
    expect(texts.get('owners')).toBe(
      'Con correo: 1 de 2 propietarios. A los demás se les imprime una carta. 1 inmueble sin propietario en la tabla.',
    );
    expect(texts.get('call')).toContain('Salón comunal');
    expect(texts.get('questions')).toBe('1 pregunta preparada.');
    expect(texts.get('invitations')).toBe('Invitados por correo: 1 de 1.');
  });

  it('before the day of the call the last step says to come back', () => {
    const titleOn = (today: string) => nextOf(stepsOf({ ...invited, today }))?.title;
    expect(titleOn('2027-03-05')).toBe('Listo. Vuelva el 6 de marzo');
    expect(titleOn('2027-03-06')).toBe('Apertura');
    expect(titleOn('2027-03-07')).toBe('Apertura');
  });

  it('one step has the full button: the next, or the questions until the day of the call', () => {
    const fullOn = (today: string) => {
      const facts = { ...invited, today };
      return fullStepOf(stepsOf(facts), isEarlyFor(facts));
    };
    expect([fullOn('2027-03-05'), fullOn('2027-03-06')]).toEqual(['questions', 'open']);
    expect(fullStepOf(stepsOf(loaded), false)).toBe('call');
  });

  it('a changed call makes the invitations step open again', () => {
    const invitee: Invitee = { ...sent, mail: { ...state, state: 'sent' } };
    expect(done({ ...badged, people: [invitee] })).toContain('invitations');
    const changed = { ...badged, people: [{ ...invitee, isOutdated: true }] };
    expect(done(changed)).not.toContain('invitations');
    expect(next(changed)).toBe('invitations');
    expect(stepsOf(changed).find(({ id }) => id === 'invitations')?.text).toBe(
      'La citación cambió después de invitar: avise a 1.',
    );
  });
});

it('the guide proposes an agenda without a date, and keeps a stored agenda', () => {
  expect(proposesAgenda(assembly)).toContain('1. Verificación del quórum');
  expect(proposesAgenda({ ...assembly, kind: 'extraordinary' })).toBe('');
  expect(proposesAgenda({ ...assembly, scheduledAt: '2027-03-20T20:00:00.000Z' })).toBe('');
  expect(proposesAgenda({ ...assembly, agenda: '1. Obra' })).toBe('1. Obra');
});

it('the guide proposes the code of the room for a meeting in a room, and keeps a later choice', () => {
  expect(proposesRoomCode(assembly)).toBe(true);
  for (const mode of ['mixed', 'virtual'] as const)
    expect(proposesRoomCode({ ...assembly, mode })).toBe(false);
  const dated = { ...assembly, scheduledAt: '2027-03-20T20:00:00.000Z' };
  expect(proposesRoomCode(dated)).toBe(false);
  expect(proposesRoomCode({ ...dated, mode: 'mixed', roomCode: 'ask' })).toBe(true);
});
