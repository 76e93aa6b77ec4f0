import { bareText } from '../bare-text.ts';
import { monthNames } from '../days.ts';

/**
 * Month named by a text, for example by the file name 'cobros mayo.xlsx'. Compared with the month of an
 * uploaded spreadsheet. The year is null if absent from the text.
 */
export interface MonthTold {
  year: number | null;
  /** Month, from 1. */
  month: number;
}

/**
 * Finds the month in a file name or title: '2026-05', 'mayo 2026', 'may-26', '05_2026', 'MES DE MAYO'. Null without
 * a month, or with several months or years.
 */
export function monthTold(text: string): MonthTold | null {
  const words = bareText(text).split(/[^a-z0-9]+/);
  const years = words.filter((word) => /^20\d\d$/.test(word));
  const [year] = years;
  if (years.length > 1) return null;
  const at = year === undefined ? -1 : words.indexOf(year);
  // '2026-05-31' is a day in May: the number after the year wins over the number before.
  const beside = at === -1 ? [] : [words[at + 1], words[at - 1]];
  const number = beside.find((word) => /^(0?[1-9]|1[0-2])$/.test(word ?? ''));
  if (number !== undefined) return { year: Number(year), month: Number(number) };
  const named = words.flatMap((word, index) => {
    const month = monthNames.findIndex((name) => word === name.toLowerCase());
    const [, short, end] = /^([a-z]{3,4})(\d\d)?$/.exec(word) ?? [];
    const next = end ?? (/^(20)?\d\d$/.test(words[index + 1] ?? '') ? words[index + 1] : undefined);
    const fullYear = next === undefined ? null : Number(next.padStart(4, '20'));
    if (month !== -1) return [{ month: month + 1, told: fullYear }];
    // 'mar' is a month only beside a year.
    const abbreviated = monthNames.findIndex((name) => isShort(short, name.toLowerCase()));
    return abbreviated === -1 || fullYear === null ? [] : [{ month: abbreviated + 1, told: fullYear }];
  });
  const [first] = named;
  if (first === undefined || named.some(({ month }) => month !== first.month)) return null;
  return { year: year === undefined ? first.told : Number(year), month: first.month };
}

const isShort = (word: string | undefined, name: string): boolean =>
  word !== undefined && (word === name.slice(0, 3) || (word === 'sept' && name === 'septiembre'));
