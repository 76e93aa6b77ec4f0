import { useEffect } from 'react';

/** Vibration pattern, ms: two short beats, felt in a pocket and different from a phone call. */
const BEATS_MS = [200, 120, 200];

/** Hook: keeps the screen awake while `isOn`, if the browser can. Released while the page is hidden. */
export function useAwake(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isDone = false;
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused on a low battery: the screen then sleeps as usual.
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
 * Hook: alerts a person with the eyes elsewhere. Vibrates once per `key`, and shows `words` as the tab title until
 * `key` changes. Null: no alert.
 */
export function useCalled(key: number | null, words: string): void {
  useEffect(() => {
    if (key === null) return;
    const before = document.title;
    document.title = words;
    // Browsers allow vibration only after the first gesture, and some never.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BEATS_MS);
    return () => {
      document.title = before;
    };
  }, [key, words]);
}
