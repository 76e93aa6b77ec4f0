import { describe, expect, it } from 'vitest';
import type { Concept } from '../../../../shared/assemblies/concepts.api.ts';
import { draftOfElection, emptyElection, faultOf, namesIn, optionsOfDraft } from './draft.ts';

describe('candidates as typed', () => {
  it('candidates are read a line each, without numbers, bullets and extra blanks', () => {
    expect(namesIn('1. Ana  Peña\r\n\n 2) Beto\n- Clara\n• Diana 2.ª\n')).toEqual([
      'Ana Peña',
      'Beto',
      'Clara',
      'Diana 2.ª',
    ]);
  });

  it('a draft becomes answers with the blank vote last, and back', () => {
    const lists = [
      { title: ' Plancha  1', names: 'Ana\nBeto' },
      { title: 'Plancha 2', names: 'Clara' },
    ];
    const ballot = optionsOfDraft({ ...emptyElection, lists });
    expect(ballot).toEqual({
      method: 'quotient',
      blankAnswerId: 3,
      answers: [
        { answerDescription: 'Plancha 1', names: ['Ana', 'Beto'] },
        { answerDescription: 'Plancha 2', names: ['Clara'] },
        { answerDescription: 'Voto en blanco' },
      ],
    });
    const stored: Concept = {
      conceptId: 2,
      jointId: 1,
      conceptDescription: 'x',
      active: 0,
      rule: 'election',
      threshold: null,
      matter: null,
      approvingAnswerId: 1,
      agendaItem: null,
      hideResults: true,
      seats: 2,
      ...ballot,
      answers: ballot.answers.map((answer, i) => ({ ...answer, answerId: i + 1, jointId: 1, conceptId: 2 })),
    };
    expect(draftOfElection(stored).lists).toEqual([
      { title: 'Plancha 1', names: 'Ana\nBeto' },
      { title: 'Plancha 2', names: 'Clara' },
    ]);
  });

  it('the error of a draft names the missing part and the list', () => {
    expect(faultOf(emptyElection)).toBe('Plancha 1: escriba sus nombres en orden, uno por línea.');
    expect(faultOf({ ...emptyElection, method: 'nominal' })).toBe('Escriba los candidatos, uno por línea.');
    const many = Array.from({ length: 20 }, (_, at) => `Persona ${at}`).join('\n');
    expect(faultOf({ ...emptyElection, method: 'nominal', candidates: many })).toBe(
      'Caben hasta 19 candidatos.',
    );
    expect(faultOf({ ...emptyElection, method: 'nominal', candidates: many, hasBlank: false })).toBeNull();
  });
});
