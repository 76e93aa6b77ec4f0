/** Whether the person may sign out now; where they want to see why not, `goTo` leads there. */
type LeaveCheck = (goTo: (path: string) => void) => Promise<boolean>;

const checks = new Set<LeaveCheck>();

/** Registers what a feature asks before somebody signs out. */
export function onLeave(check: LeaveCheck): void {
  checks.add(check);
}

/** Asks every registered check in turn; the first that says no keeps the session. */
export async function mayLeave(goTo: (path: string) => void): Promise<boolean> {
  for (const check of checks) if (!(await check(goTo))) return false;
  return true;
}
