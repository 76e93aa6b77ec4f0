import { expect, it } from 'vitest';
import { substituteFaults } from './substitute.ts';

it('a document of a substitute without a name is a fault, in both forms', () => {
  for (const needs of [undefined, 'document'] as const) {
    const faults = (substitute: string, substituteDocument: string) =>
      substituteFaults({ substitute, substituteDocument }, needs);
    expect(faults(' ', '79.1').substitute).toContain('nombre del suplente');
    expect(faults('', ' ')).toEqual({ substitute: null, substituteDocument: null });
    expect(faults('Luis Paz', '79.1')).toEqual({ substitute: null, substituteDocument: null });
    expect(faults('Luis Paz', '').substituteDocument).toBe(needs ? 'Escriba el documento.' : null);
  }
});
