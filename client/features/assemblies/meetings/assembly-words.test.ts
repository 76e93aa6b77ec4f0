import { describe, expect, it } from 'vitest';
import { assemblyState, formerState, lawNotes } from '../../../../shared/assemblies/words.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { assemblyOf } from '../../../../shared/testing/assembly.ts';
import { ApiError } from '../../../lib/api.ts';
import {
  blankDraft,
  bodyOf,
  changesBetween,
  draftFaults,
  draftOf,
  isWebAddress,
  refusedFields,
} from './assemblies-draft.ts';

const assembly = assemblyOf({
  assemblyId: 3,
  kind: 'extraordinary',
  mode: 'mixed',
  title: 'Asamblea de marzo',
  agenda: '1. Quórum\n2. Presupuesto',
  president: 'Ana Pérez',
  openedAt: '2026-03-05T23:05:00.000Z',
});
const meeting = { zoomId: '100 200', zoomPassword: 'clave' };

describe('the course of an assembly', () => {
  const none = { openedAt: null, closedAt: null };
  const closed = { ...assembly, closedAt: '2026-03-06T02:10:00.000Z' };

  it('the state of an assembly shows its times in Bogotá', () => {
    expect(assemblyState(none)).toBe('En preparación');
    expect(assemblyState(assembly)).toBe('Abierta desde el 5 de marzo de 2026, 18:05');
    expect(assemblyState(closed)).toBe('Cerrada el 5 de marzo de 2026, 21:10');
  });

  it('the state of an archived assembly tells if it was opened and closed', () => {
    expect([none, assembly, closed].map(formerState)).toEqual([
      'Archivada sin abrir',
      'Archivada sin cerrar',
      'Cerrada el 5 de marzo de 2026, 21:10',
    ]);
  });
});

describe('the law', () => {
  const articles = (call: 1 | 2, mode: Assembly['mode']) =>
    lawNotes({ call, mode }).map((note) => note.source.replace('Ley 675 de 2001, ', ''));

  it('legal notes depend on the call and the mode', () => {
    expect(articles(1, 'inPerson')).toEqual(['arts. 41 y 45', 'art. 47']);
    expect(articles(2, 'inPerson')).toEqual(['art. 41', 'art. 47']);
    expect(articles(1, 'virtual')).toEqual(['arts. 41 y 45', 'art. 42', 'art. 46, parágrafo', 'art. 44']);
    expect(articles(2, 'mixed')).toEqual(['art. 41', 'art. 42', 'art. 46, parágrafo', 'art. 44']);
  });
});

describe('the words for an assembly', () => {
  const draft = draftOf(assembly, meeting);

  it('a draft starts with the stored data and the meeting', () => {
    expect(draft).toMatchObject({ title: 'Asamblea de marzo', notice: '', zoomId: '100 200' });
    expect(draftOf(assembly, null)).toMatchObject({ zoomId: '', zoomPassword: '' });
  });

  it('bodyOf sends empty fields as null', () => {
    expect(bodyOf({ ...blankDraft, title: '  ' })).toMatchObject({
      kind: 'ordinary',
      title: null,
      agenda: null,
    });
  });

  it('changesBetween sends only changed fields', () => {
    expect(changesBetween(draft, draft)).toEqual({});
    const now = { ...draft, mode: 'virtual' as const, president: '', secretary: ' Beto Ruiz ' };
    expect(changesBetween(draft, now)).toEqual({ mode: 'virtual', president: null, secretary: 'Beto Ruiz' });
  });

  it('day and hour in Bogotá are sent together or not at all', () => {
    const called = draftOf({ ...assembly, scheduledAt: '2026-12-06T00:30:00.000Z' }, meeting);
    expect(called).toMatchObject({ day: '2026-12-05', hour: '19:30' });
    expect(changesBetween(draft, called)).toEqual({ scheduledAt: '2026-12-06T00:30:00.000Z' });
    expect(changesBetween(called, { ...called, day: '', hour: '' })).toEqual({ scheduledAt: null });
    expect(draftFaults({ ...called, hour: '' })).toEqual({ hour: 'Escriba también la hora.' });
    expect(draftFaults({ ...called, day: '' })).toEqual({ day: 'Escriba también la fecha.' });
  });

  it('a draft needs complete addresses, and a meeting id for a password', () => {
    expect(Object.keys(draftFaults({ ...draft, recordingUrl: 'drive/abc', zoomId: '' }))).toEqual([
      'recordingUrl',
      'zoomId',
    ]);
    expect(draftFaults({ ...draft, recordingUrl: 'https://ejemplo.co/video' })).toEqual({});
    expect(isWebAddress('javascript:alert(1)')).toBe(false);
  });

  it('refusedFields marks the fields named by the server', () => {
    const refused = new ApiError(400, 'badRequest', 'x', [
      { field: '/agenda', rule: 'maxLength' },
      { field: '' },
    ]);
    expect(Object.keys(refusedFields(refused))).toEqual(['agenda']);
    expect(refusedFields(new ApiError(0, 'network', 'Network Error'))).toEqual({});
  });
});
