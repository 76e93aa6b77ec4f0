import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../testing/rounds.ts';
import { agendaItems, agendaLabel, pointAfterChange } from './agenda.ts';

const labels = (agenda: string | null) => agendaItems(agenda).map(agendaLabel);

describe('points of an agenda', () => {
  it('points are lines, numbered as typed or by order', () => {
    const points = ['1. Quórum', '2. Informe', '3. Presupuesto'];
    for (const text of [
      '1. Quórum\n2. Informe\n3. Presupuesto',
      ' 1) Quórum \r\n\r\n 2) Informe\r\n3)Presupuesto\r\n',
      'Quórum\nInforme\n\n\nPresupuesto',
      '- Quórum\n• Informe\n* Presupuesto',
      'ORDEN DEL DÍA:\n1.- Quórum\n2.- Informe\n3.- Presupuesto',
      'Punto 1: Quórum\nPunto 2: Informe\nPunto 3: Presupuesto',
    ]) {
      expect(labels(text), text).toEqual(points);
    }
    expect(labels('2. Informe\n5. Presupuesto')).toEqual(['2. Informe', '5. Presupuesto']);
  });

  it('a point keeps the lines below', () => {
    const agenda = '1. Informes:\n  - Administración\n  1.2 Consejo\n2. Presupuesto de ingresos\ny gastos';
    expect(agendaItems(agenda)).toEqual([
      { number: 1, text: 'Informes:', details: ['Administración', '1.2 Consejo'] },
      { number: 2, text: 'Presupuesto de ingresos', details: ['y gastos'] },
    ]);
  });

  it('points count by order if the numbers do not ascend', () => {
    expect(labels('1. Uno\n1. Dos')).toEqual(['1. Uno', '2. Dos']);
    expect(labels('Apertura\n1. Quórum')).toEqual(['1. Apertura', '2. Quórum']);
    expect(labels('2026 en cifras\n10:30 Receso')).toEqual(['1. 2026 en cifras', '2. 10:30 Receso']);
  });

  it('an empty agenda has no points', () => {
    for (const text of [null, '', ' \n\t\n']) expect(agendaItems(text)).toEqual([]);
  });
});

describe('a point after a change of the agenda', () => {
  /** Agenda with typed, ascending numbers: the text of each point, and the distance to the number before. */
  const agenda = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 2 })), { maxLength: 8 })
    .map((points) => {
      let number = 0;
      return points.map(([text, step]) => {
        number += step;
        return { number, text: `Punto ${text}`, details: [] };
      });
    });

  it('keeps the text, in the order of equal texts, and takes no place of a former point', () => {
    fc.assert(
      fc.property(agenda, agenda, (former, changed) => {
        for (const point of former) {
          const equal = (items: typeof former) => items.filter(({ text }) => text === point.text);
          const found = pointAfterChange(former, changed, point.number);
          const after = equal(changed);
          if (after.length === equal(former).length) expect(found).toBe(after[equal(former).indexOf(point)]);
          else if (after.length > 0) expect(after).toContain(found);
          else if (found !== null) {
            expect(found.number).toBe(point.number);
            expect(former.map(({ text }) => text)).not.toContain(found.text);
          }
        }
      }),
      { numRuns: rounds(300) },
    );
  });
});
