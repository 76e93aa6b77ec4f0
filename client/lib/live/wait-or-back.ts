import { useLiveStore } from './store.ts';

const SPREAD_MS = 1_000;

/**
 * Waits `ms`, or less if the network or the server returns. Adds a random delay, because every phone in the hall
 * notices the return together. Without a joint only the browser's `online` event counts. Waits at least `leastMs`,
 * the Retry-After of a busy server.
 */
export function waitOrBack(jointId: number | null, ms: number, leastMs: number): Promise<void> {
  const least = performance.now() + leastMs;
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', isBack);
      stopListening();
      resolve();
    };
    let timer = setTimeout(done, ms);
    const isBack = () => {
      clearTimeout(timer);
      const left = Math.max(0, least - performance.now());
      timer = setTimeout(done, left + Math.min(ms, Math.random() * SPREAD_MS));
    };
    window.addEventListener('online', isBack);
    const stopListening = useLiveStore.subscribe(({ joints }, before) => {
      if (jointId === null) return;
      const wasLive = before.joints[jointId]?.status === 'live';
      if (!wasLive && joints[jointId]?.status === 'live') isBack();
    });
  });
}
