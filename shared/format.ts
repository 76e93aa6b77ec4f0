import { formatCoefficient, formatExact, fromNumber } from './coefficient.ts';
import { clockInBogota } from './days.ts';
import { lazy } from './lazy.ts';
import { withDots } from './with-dots.ts';

const TIME_ZONE = 'America/Bogota';

/** A coefficient as screens show it, with four decimals and a decimal comma: '12,3456'. */
export function coefficient(value: number): string {
  return formatCoefficient(fromNumber(value));
}

/** All the decimals a table can carry, none more than needed: '99,999999999', '100'. */
export function formatCoefficientExact(value: number): string {
  return formatExact(fromNumber(value));
}

/** Decimals of a percentage at most: a number has so many beside its whole part. */
const MOST_OF_PERCENT = 12;

/** A part of the whole as a percentage: '50,25 %'. Two decimals, unless they would show a part as nothing or as the whole. */
export const percent = (share: number): string => percentBeside(share);

/**
 * The same beside shares that it is compared with, 0 to 1: with as many decimals as tell the difference, so that a rounded
 * figure never stands for a line that was missed or passed.
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

/** A coefficient beside others that it is compared with: four decimals, or all of its own where four hide a difference. */
export function coefficientBeside(value: number, ...others: readonly number[]): string {
  const short = coefficient(value);
  const isAlike = others.some((other) => other !== value && coefficient(other) === short);
  return isAlike ? formatCoefficientExact(value) : short;
}

/** A count, with dots for thousands (the specification's German manner). */
export function count(value: number): string {
  return withDots(Math.round(value));
}

/** How many of what: '1 pago', '2.310 pagos'. */
export function counted(quantity: number, one: string, more = `${one}s`): string {
  return `${count(quantity)} ${quantity === 1 ? one : more}`;
}

/** '1 inmueble', '27 inmuebles'. */
export const units = (quantity: number): string => counted(quantity, 'inmueble');

/** '1 voto', '23 votos': where each unit has one, whatever its coefficient. */
export const votes = (quantity: number): string => counted(quantity, 'voto');

/** Words as a sentence or a label begins. */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A unit as lists of choices name it. */
export function unitLabel(unit: { apartmentId: string; owner: string }): string {
  return unit.owner === '' ? unit.apartmentId : `${unit.apartmentId} - ${unit.owner}`;
}

// Each takes a browser milliseconds to make, and the first one a cheap phone a tenth of a second: no ballot waits for them.
const calendar = lazy(
  () =>
    new Intl.DateTimeFormat('es-CO', {
      timeZone: TIME_ZONE,
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
);

/** Time of day in Bogotá, 'HH:mm', of an instant on the wire. */
export function time(instant: string): string {
  return clockInBogota(Date.parse(instant)).slice(11, 16);
}

/** Time of day in Bogotá with seconds, 'HH:mm:ss'. */
export function exactTime(instant: string): string {
  return clockInBogota(Date.parse(instant)).slice(11, 19);
}

/** Day in Bogotá: '5 de marzo de 2026'. */
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

/** An hour as people are invited: '6:05 p. m.'. The blanks within are signs that not every font has. */
export const invitedHour = (instant: string): string =>
  invited.hour().format(new Date(instant)).replace(/\s/g, ' ');

/** A day and hour as people are invited: 'jueves 5 de marzo de 2026, 6:05 p. m.'. */
export const invitedFor = (instant: string): string =>
  `${invited.weekday().format(new Date(instant))} ${date(instant)}, ${invitedHour(instant)}`;

/** '5 de marzo de 2026, 18:05'. */
export function dateTime(instant: string): string {
  return `${date(instant)}, ${time(instant)}`;
}

/** Ends a text with a full stop, unless the text ends with a mark: 'S.A.S.', 'p. m.'. */
export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
