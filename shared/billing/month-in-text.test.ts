import { describe, expect, it } from 'vitest';
import { monthTold } from './month-in-text.ts';

describe('month named in a text', () => {
  it('a month is read with its year, from numbers, names and short names', () => {
    const monthText = (text: string) => {
      const found = monthTold(text);
      return found === null ? null : `${found.year ?? '?'}-${found.month}`;
    };
    expect(monthText('garibaldi-407_2026-05')).toBe('2026-5');
    expect(monthText('CUOTA DE ADMINISTRACIÓN — MES DE MAYO DE 2026')).toBe('2026-5');
    expect(monthText('05_2026')).toBe('2026-5');
    expect(monthText('corte 2026-05-31')).toBe('2026-5');
    expect(monthText('ene-26')).toBe('2026-1');
    expect(monthText('SEPT 2026')).toBe('2026-9');
    expect(monthText('Abril')).toBe('?-4');
    expect(monthText('abril 26')).toBe('2026-4');
  });

  it('a text without a month, or with several or only a similar word, gives null', () => {
    for (const text of [
      'Cobros',
      'mayo y junio 2026',
      'mayo 2025 2026',
      'Mar del Plata',
      'Torre 5',
      '13-2026',
    ]) {
      expect(monthTold(text)).toBeNull();
    }
  });
});
