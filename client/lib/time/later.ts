/** Calls `act` once after `ms` milliseconds. Returns a function that cancels the call, for an effect. */
export function later(act: () => unknown, ms: number): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

/** Calls `act` each `ms` milliseconds. Returns a function that ends the calls, for an effect. */
export function every(act: () => unknown, ms: number): () => void {
  const timer = setInterval(act, ms);
  return () => clearInterval(timer);
}
