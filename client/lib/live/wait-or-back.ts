import { useLiveStore } from './live-store.ts';

const SPREAD_MS = 1_000;

/**
 * A pause that the network's or the server's return cuts short: the socket often notices first. Not to the
 * instant, since every phone in the hall notices with it. Without a joint only the browser tells. Never shorter than
 * `leastMs`: a server that asked for patience is not meant by a network that is back.
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
