import { type Day, type Month, monthName } from '../../../shared/days.ts';
import { count } from '../../../shared/format.ts';
import { type Centavos, formatPesos } from '../../../shared/money.ts';
import { shortDay } from './book-table.ts';

/** A figure of a report beside its name, on paper and in the workbook alike. */
export type BookFact = { label: string } & (
  | { kind: 'text'; value: string }
  | { kind: 'count'; value: number }
  | { kind: 'money'; value: Centavos }
  | { kind: 'day'; value: Day }
);

export const textFact = (label: string, value: string): BookFact => ({ label, kind: 'text', value });
export const figure = (label: string, value: number): BookFact => ({ label, kind: 'count', value });
export const money = (label: string, value: Centavos): BookFact => ({ label, kind: 'money', value });
export const day = (label: string, value: Day): BookFact => ({ label, kind: 'day', value });

/**
 * As of which posting day a report is; and the day on which its due dates are seen, where that is the day before: a
 * movement of today counts from tomorrow on where today's issue closed today, and nobody is in arrears a day early.
 */
export const asOfFacts = (report: { day: Day; until: Day }): BookFact[] => [
  day('A corte de', report.until),
  ...(report.until === report.day ? [] : [day('Vencimientos al', report.day)]),
];

/** As it is printed. */
export function factWords(fact: BookFact): string {
  if (fact.kind === 'count') return count(fact.value);
  if (fact.kind === 'money') return formatPesos(fact.value);
  return fact.kind === 'day' ? shortDay(fact.value) : fact.value;
}

/** 'Mayo - 2026', as file names and headings have it. */
export const monthHeading = (month: Month): string =>
  `${monthName(Number(month.slice(5)))} - ${month.slice(0, 4)}`;
