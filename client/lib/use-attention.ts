import { useEffect } from 'react';

/** Two short beats: felt in a pocket, and not taken for a call. */
const BEATS_MS = [200, 120, 200];

/** Keeps the screen awake while `isOn`, where the browser can; it lets go while the page is hidden. */
export function useAwake(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isDone = false;
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused on a low battery: then the screen sleeps as it would.
      const held = await navigator.wakeLock.request('screen').catch(() => null);
      if (isDone) void held?.release();
      else lock = held;
    };
    void hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      isDone = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, [isOn]);
}

/**
 * Tells somebody who looks elsewhere that there is something to do: the phone vibrates once for each `key`, and
 * the tab says the words until it is done. Null: nothing is to be done.
 */
export function useCalled(key: number | null, words: string): void {
  useEffect(() => {
    if (key === null) return;
    const before = document.title;
    document.title = words;
    // Browsers allow it only after the page was touched once, and some never.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BEATS_MS);
    return () => {
      document.title = before;
    };
  }, [key, words]);
}
