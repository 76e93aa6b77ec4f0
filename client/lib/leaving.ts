/** Check before sign-out. Resolves to false to stay signed in. `goTo` opens the page with the reason. */
type LeaveCheck = (goTo: (path: string) => void) => Promise<boolean>;

const checks = new Set<LeaveCheck>();

/**
 * Registers a check to run before each sign-out, for example a question about unsent votes. A result of
 * false keeps the person signed in.
 */
export function onLeave(check: LeaveCheck): void {
  checks.add(check);
}

/**
 * Runs the registered checks before a sign-out, in sequence. Returns false at the first refusal: the person
 * stays signed in.
 * @param goTo navigates to a path, for a check with a page to show
 */
export async function mayLeave(goTo: (path: string) => void): Promise<boolean> {
  for (const check of checks) if (!(await check(goTo))) return false;
  return true;
}
