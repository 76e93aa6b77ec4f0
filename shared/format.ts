import { formatCoefficient, formatExact, fromNumber } from './coefficient.ts';
import { clockInBogota } from './days.ts';
import { lazy } from './lazy.ts';
import { withDots } from './with-dots.ts';

const TIME_ZONE = 'America/Bogota';

/** Formats a coefficient for screens, with four decimals and a decimal comma: '12,3456'. */
export function coefficient(value: number): string {
  return formatCoefficient(fromNumber(value));
}

/** Formats a coefficient with every significant decimal: '99,999999999', '100'. */
export function formatCoefficientExact(value: number): string {
  return formatExact(fromNumber(value));
}

/** Maximum number of decimals of a percentage: the precision of a double. */
const MOST_OF_PERCENT = 12;

/**
 * Formats a share (0 to 1) as a percentage: '50,25 %'. Two decimals, or more if two would show 0 % or 100 % wrongly.
 */
export const percent = (share: number): string => percentBeside(share);

/**
 * Formats a share (0 to 1) as a percentage, with enough decimals to look different from other shares
 * nearby. So a rounded figure never looks equal to the required share.
 * @param share share to format
 * @param others other shares shown near
 */
export function percentBeside(share: number, ...others: readonly number[]): string {
  const exact = share * 100;
  const different = [0, 100, ...others.map((other) => other * 100)].filter((other) => other !== exact);
  let decimals = 2;
  while (
    decimals < MOST_OF_PERCENT &&
    different.some((other) => other.toFixed(decimals) === exact.toFixed(decimals))
  )
    decimals += 1;
  return `${exact.toFixed(decimals).replace('.', ',')} %`;
}

/**
 * Formats a coefficient shown near others: four decimals, or every decimal if two different coefficients
 * would look equal.
 */
export function coefficientBeside(value: number, ...others: readonly number[]): string {
  const short = coefficient(value);
  const isAlike = others.some((other) => other !== value && coefficient(other) === short);
  return isAlike ? formatCoefficientExact(value) : short;
}

/** Formats an integer with dots for thousands: '1.234.567'. */
export function count(value: number): string {
  return withDots(Math.round(value));
}

/**
 * Formats a quantity with its noun: '1 pago', '2.310 pagos'.
 * @param one noun in the singular: 'pago'
 * @param more noun in the plural; default: singular with 's'
 */
export function counted(quantity: number, one: string, more = `${one}s`): string {
  return `${count(quantity)} ${quantity === 1 ? one : more}`;
}

/** Formats a duration exactly: 45 gives '45 segundos', 90 'un minuto y 30 segundos', 3600 'una hora'. */
export function durationWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const parts = [
    minutes >= 60 ? (minutes < 120 ? 'una hora' : counted(Math.floor(minutes / 60), 'hora')) : '',
    minutes % 60 === 0 ? '' : minutes % 60 === 1 ? 'un minuto' : counted(minutes % 60, 'minuto'),
    seconds % 60 === 0 && minutes > 0 ? '' : counted(seconds % 60, 'segundo'),
  ];
  return parts
    .filter(Boolean)
    .join(', ')
    .replace(/, (?!.*, )/, ' y ');
}

/** Formats a number of units: '1 inmueble', '27 inmuebles'. */
export const units = (quantity: number): string => counted(quantity, 'inmueble');

/** Formats a number of votes, one per unit regardless of coefficient: '1 voto', '23 votos'. */
export const votes = (quantity: number): string => counted(quantity, 'voto');

/** Returns the text with a capital first letter: 'mayoría simple' gives 'Mayoría simple'. */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Returns the label of a unit in lists: '101 - ANA RUIZ'. Without an owner: the id alone. */
export function unitLabel(unit: { apartmentId: string; owner: string }): string {
  return unit.owner === '' ? unit.apartmentId : `${unit.apartmentId} - ${unit.owner}`;
}

// Lazy: a formatter takes milliseconds in a browser, the first takes a cheap phone 100 ms. Ballots must not wait.
const calendar = lazy(
  () =>
    new Intl.DateTimeFormat('es-CO', {
      timeZone: TIME_ZONE,
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
);

/**
 * Formats the time of day in Bogotá: 'HH:mm'.
 * @param instant ISO 8601
 */
export function time(instant: string): string {
  return clockInBogota(Date.parse(instant)).slice(11, 16);
}

/**
 * Formats the time of day in Bogotá with seconds: 'HH:mm:ss'.
 * @param instant ISO 8601
 */
export function exactTime(instant: string): string {
  return clockInBogota(Date.parse(instant)).slice(11, 19);
}

/**
 * Formats the day in Bogotá: '5 de marzo de 2026'.
 * @param instant ISO 8601
 */
export function date(instant: string): string {
  return calendar().format(new Date(instant));
}

const invited = {
  weekday: lazy(() => new Intl.DateTimeFormat('es-CO', { timeZone: TIME_ZONE, weekday: 'long' })),
  hour: lazy(
    () =>
      new Intl.DateTimeFormat('es-CO', {
        timeZone: TIME_ZONE,
        hour: 'numeric',
        minute: '2-digit',
        hourCycle: 'h12',
      }),
  ),
};

/** Formats the hour of an invitation: '6:05 p. m.'. Replaces special blanks, missing in some fonts, by spaces. */
export const invitedHour = (instant: string): string =>
  invited.hour().format(new Date(instant)).replace(/\s/g, ' ');

/** Formats the day of an invitation: 'jueves 5 de marzo de 2026'. */
export const invitedDay = (instant: string): string =>
  `${invited.weekday().format(new Date(instant))} ${date(instant)}`;

/** Formats day and hour of an invitation: 'jueves 5 de marzo de 2026, 6:05 p. m.'. */
export const invitedFor = (instant: string): string => `${invitedDay(instant)}, ${invitedHour(instant)}`;

/**
 * Formats day and time: '5 de marzo de 2026, 18:05'.
 * @param instant ISO 8601
 */
export function dateTime(instant: string): string {
  return `${date(instant)}, ${time(instant)}`;
}

/** Adds a full stop unless the text ends with a punctuation mark: 'S.A.S.', 'p. m.'. */
export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/**
 * Joins '$' and the amount with a no-break space, so no line break separates sign and amount.
 * @param sentence text with amounts: 'Pague $ 290.080 hoy.'
 */
export const unbroken = (sentence: string): string => sentence.replaceAll('$ ', '$\u00a0');
