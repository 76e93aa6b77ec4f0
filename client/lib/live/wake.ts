const WAKE_CHECK_MS = 5_000;
/** Delay of a timer, ms, that proves sleep of the machine or a frozen page. */
const SLEPT_MS = 15_000;

interface Handlers {
  /**
   * Called if the page may have missed events: visible again, unfrozen, online again, or after sleep of the
   * machine.
   */
  wake: () => void;
  offline: () => void;
}

/**
 * Calls `wake` when the page becomes active again (for example a phone is unlocked), and `offline` when the
 * network is lost. Listens to several browser events, because a single event is not reliable. Returns a
 * function to stop.
 */
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
  }, WAKE_CHECK_MS);

  return () => {
    clearInterval(ticking);
    document.removeEventListener('visibilitychange', onVisibility);
    document.removeEventListener('resume', wake);
    window.removeEventListener('pageshow', onPageShow);
    window.removeEventListener('online', wake);
    window.removeEventListener('offline', offline);
  };
}
