/** Test helper: creates a generator of random numbers, equal in each run for an equal seed. */
export function chance(seed: number) {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return { next, one: <T>(list: readonly T[]): T => list[next(list.length)] as T };
}

export type Chance = ReturnType<typeof chance>;
