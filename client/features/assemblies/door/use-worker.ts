import { useEffect, useState } from 'react';
import { useLiveStore } from '../../../lib/live/live-store.ts';

/**
 * Keeps this page for when there is no network, and tells when the server has a newer one than what is open.
 * Browsers offer no service worker where a hall's server has no TLS: there the page works as long as it is open.
 */
export function useDoorWorker(): { isOutdated: boolean } {
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    let isOver = false;
    const check = () =>
      void isThisOld()
        .then((isOld) => isOld && !isOver && setOutdated(true))
        .catch(() => undefined);
    let stop: () => void = () => undefined;
    navigator.serviceWorker
      .register('/sw.js', { scope: '/RegisterQR', updateViaCache: 'none' })
      .then((registration) => {
        if (isOver) return;
        registration.addEventListener('updatefound', check);
        // A server that was away may have come back as another version.
        const unsubscribe = useLiveStore.subscribe(({ joints }, { joints: before }) => {
          const isBack = Object.entries(joints).some(
            ([id, entry]) => entry.status === 'live' && before[Number(id)]?.status === 'polling',
          );
          if (isBack) void registration.update().catch(() => undefined);
        });
        stop = () => {
          registration.removeEventListener('updatefound', check);
          unsubscribe();
        };
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return { isOutdated };
}

/** Whether the server's page begins with another script than the one that runs here. */
async function isThisOld(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const own = script && new URL(script.src).pathname;
  const answer = await fetch('/RegisterQR', { cache: 'no-store' });
  return own !== null && answer.ok && !(await answer.text()).includes(own);
}
