/** Resolves to false to keep the session. `goTo` leads to the page with the reason. */
type LeaveCheck = (goTo: (path: string) => void) => Promise<boolean>;

const checks = new Set<LeaveCheck>();

/** Registers a check to run before sign-out. */
export function onLeave(check: LeaveCheck): void {
  checks.add(check);
}

/** Runs the checks in turn. Returns false at the first check that refuses. */
export async function mayLeave(goTo: (path: string) => void): Promise<boolean> {
  for (const check of checks) if (!(await check(goTo))) return false;
  return true;
}
