const TICK_MS = 5_000;
/** A timer with a larger delay means that the machine slept or the page was frozen. */
const SLEPT_MS = 15_000;

interface Handlers {
  /** The page may have missed events: visible again, thawed, online again, or the machine slept. */
  wake: () => void;
  offline: () => void;
}

/** Calls `wake` if a page comes back to life. Browsers use several events; no event is reliable alone. */
export function onWakeUp({ wake, offline }: Handlers): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'visible') wake();
  };
  // The first pageshow belongs to the load. Only a pageshow from the back-forward cache is a return.
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) wake();
  };
  document.addEventListener('visibilitychange', onVisibility);
  document.addEventListener('resume', wake);
  window.addEventListener('pageshow', onPageShow);
  window.addEventListener('online', wake);
  window.addEventListener('offline', offline);

  let last = Date.now();
  const ticking = setInterval(() => {
    const now = Date.now();
    // Browsers slow the timers of a hidden page. The page wakes on becoming visible.
    if (now - last > SLEPT_MS && document.visibilityState === 'visible') wake();
    last = now;
  }, TICK_MS);

  return () => {
    clearInterval(ticking);
    document.removeEventListener('visibilitychange', onVisibility);
    document.removeEventListener('resume', wake);
    window.removeEventListener('pageshow', onPageShow);
    window.removeEventListener('online', wake);
    window.removeEventListener('offline', offline);
  };
}
