/**
 * Input of an election counted by `handElection` for tests: an independent count, seat by seat, written from the
 * words of the law. Código de Comercio, art. 197: 'El cuociente se determinará dividiendo el número total de los
 * votos válidos emitidos por el de las personas que hayan de elegirse. El escrutinio se comenzará por la lista que
 * hubiere obtenido mayor número de votos y así en orden descendente. De cada lista se declararán elegidos tantos
 * nombres cuantas veces quepa el cuociente en el número de votos emitidos por la misma, y si quedaren puestos por
 * proveer, éstos corresponderán a los residuos más altos, escrutándolos en el mismo orden descendente. En caso de
 * empate de los residuos decidirá la suerte. Los votos en blanco sólo se computarán para determinar el cuociente
 * electoral.'
 */
export interface HandBallots {
  method: 'nominal' | 'quotient';
  seats: number;
  /** Votes of each candidate or list, numbered from 1. */
  votes: readonly number[];
  /** Number of names of each list. Names are written `list.place`. */
  names: readonly number[];
  blank: number;
}

interface HandResult {
  elected: string[];
  alternates: string[];
  /** Tied answers, and number of seats to draw. 0: the lot only orders the alternates. */
  ties: [number[], number][];
}

interface Fraction {
  over: bigint;
  under: bigint;
}
const fraction = (over: bigint, under: bigint): Fraction => ({ over, under });
const isLess = (a: Fraction, b: Fraction) => a.over * b.under < b.over * a.under;
const isEqual = (a: Fraction, b: Fraction) => a.over * b.under === b.over * a.under;
const minus = (a: Fraction, b: Fraction) => fraction(a.over * b.under - b.over * a.under, a.under * b.under);

export function handElection(
  votesByHand: HandBallots,
  lots: readonly (readonly number[])[] = [],
): HandResult {
  return votesByHand.method === 'nominal' ? byName(votesByHand, lots) : byList(votesByHand, lots);
}

/** Fills the seats of an election by lists, seat by seat: a list takes a seat while a whole quotient is left. */
function byList(
  { seats, votes, names, blank }: HandBallots,
  lots: readonly (readonly number[])[],
): HandResult {
  const valid = votes.reduce((sum, one) => sum + BigInt(one), BigInt(blank));
  const quotient = fraction(valid, BigInt(seats));
  const order = votes.map((_, i) => i + 1).sort((a, b) => votesOf(b) - votesOf(a) || a - b);
  function votesOf(list: number): number {
    return votes[list - 1] ?? 0;
  }
  const rest = new Map(order.map((list) => [list, fraction(BigInt(votesOf(list)), 1n)]));
  const taken = new Map(order.map((list) => [list, 0]));
  const elected: string[] = [];
  const take = (list: number) => {
    taken.set(list, (taken.get(list) ?? 0) + 1);
    elected.push(`${list}.${taken.get(list)}`);
  };
  const hasName = (list: number) => (taken.get(list) ?? 0) < (names[list - 1] ?? 0);
  for (const list of order) {
    let left = rest.get(list) ?? fraction(0n, 1n);
    while (valid > 0n && !isLess(left, quotient)) {
      left = minus(left, quotient);
      if (hasName(list)) take(list);
    }
    rest.set(list, left);
  }
  const ties: [number[], number][] = [];
  let waiting = order.filter((list) => hasName(list) && (rest.get(list)?.over ?? 0n) > 0n);
  while (elected.length < seats && waiting.length > 0) {
    const of = (list: number) => rest.get(list) ?? fraction(0n, 1n);
    const most = waiting.reduce((best, list) => (isLess(of(best), of(list)) ? list : best));
    const same = waiting.filter((list) => isEqual(of(list), of(most)));
    waiting = waiting.filter((list) => !same.includes(list));
    const free = seats - elected.length;
    if (same.length <= free) {
      same.forEach(take);
      continue;
    }
    const tied = [...same].sort((a, b) => a - b);
    const lot = lots.find((one) => one.length === tied.length && tied.every((list) => one.includes(list)));
    if (lot === undefined) {
      ties.push([tied, free]);
      break;
    }
    lot.slice(0, free).forEach(take);
  }
  const alternates = order.flatMap((list) => {
    const won = taken.get(list) ?? 0;
    return won === 0
      ? []
      : Array.from({ length: (names[list - 1] ?? 0) - won }, (_, i) => `${list}.${won + i + 1}`);
  });
  return { elected, alternates, ties };
}

/** Fills the seats of a nominal election: ranks names by votes; a lot orders equals. */
function byName({ seats, votes }: HandBallots, lots: readonly (readonly number[])[]): HandResult {
  const ranked: number[] = [];
  const ties: [number[], number][] = [];
  let waiting = votes.flatMap((one, i) => (one > 0 ? [i + 1] : []));
  let stuck = 0;
  while (waiting.length > 0) {
    const most = waiting.reduce((best, one) => Math.max(best, votes[one - 1] ?? 0), 0);
    const same = waiting.filter((one) => votes[one - 1] === most);
    waiting = waiting.filter((one) => !same.includes(one));
    const free = Math.max(0, seats - stuck - ranked.length);
    const lot = lots.find((one) => one.length === same.length && same.every((id) => one.includes(id)));
    if (same.length > 1 && lot === undefined && same.length > free) {
      ties.push([same, free]);
      if (free > 0) {
        stuck = free;
        continue;
      }
    }
    ranked.push(...(lot ?? same));
  }
  const names = ranked.map((one) => `${one}.1`);
  return { elected: names.slice(0, seats - stuck), alternates: stuck > 0 ? [] : names.slice(seats), ties };
}
