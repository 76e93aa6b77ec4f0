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

/** Words of the active alerts, oldest first. The newest alert is the tab title. */
const alerts: { words: string }[] = [];
/** Tab title without an alert. */
let quietTitle = '';

/**
 * Hook: alerts a person with the eyes elsewhere. Vibrates once per `key`, and shows `words` as the tab title until
 * `key` changes; of several alerts the newest. Null: no alert.
 */
export function useCalled(key: number | null, words: string): void {
  useEffect(() => {
    if (key === null) return;
    if (alerts.length === 0) quietTitle = document.title;
    const alert = { words };
    alerts.push(alert);
    document.title = words;
    // Browsers allow vibration only after the first gesture, and some never.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BEATS_MS);
    return () => {
      alerts.splice(alerts.indexOf(alert), 1);
      document.title = alerts.at(-1)?.words ?? quietTitle;
    };
  }, [key, words]);
}
