/** Check before sign-out. Resolves to false to stay signed in. `goTo` opens the page with the reason. */
type LeaveCheck = (goTo: (path: string) => void) => Promise<boolean>;

const checks = new Set<LeaveCheck>();

/** Registers a check to run before sign-out, for example for unsent data. */
export function onLeave(check: LeaveCheck): void {
  checks.add(check);
}

/** Runs the registered checks before sign-out, in turn. Returns false at the first check that refuses. */
export async function mayLeave(goTo: (path: string) => void): Promise<boolean> {
  for (const check of checks) if (!(await check(goTo))) return false;
  return true;
}
