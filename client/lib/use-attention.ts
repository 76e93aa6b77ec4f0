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

/** Active alerts, oldest first. The tab title is an urgent alert, else the newest. */
const alerts: { words: string; isUrgent: boolean }[] = [];
/** Tab title of the page, shown without an alert. */
let quietTitle = '';

/** Sets the tab title to an alert, or to the title of the page. */
const showTitle = () => {
  document.title = (alerts.find(({ isUrgent }) => isUrgent) ?? alerts.at(-1))?.words ?? quietTitle;
};

/**
 * Hook: shows `title` as the name of the browser tab while the component is mounted. A page that opens during an
 * alert does not hide the alert.
 */
export function useTitle(title: string): void {
  useEffect(() => {
    quietTitle = title;
    showTitle();
  }, [title]);
}

/**
 * Hook: calls for the user's attention: vibrates once for each new `key`, and shows `words` in the tab title until
 * the key changes. Null: no call. Of several calls an urgent call wins, else the newest.
 * @param key number of the call; a new number calls again; null: no call
 * @param words text for the tab title: 'Vote ahora · SCAF'
 * @param isUrgent true for a call with a deadline: a call to vote may become known later, and must not hide the deadline
 */
export function useCalled(key: number | null, words: string, isUrgent = false): void {
  useEffect(() => {
    if (key === null) return;
    const alert = { words, isUrgent };
    alerts.push(alert);
    showTitle();
    // Browsers allow vibration only after the first gesture, and some never.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BEATS_MS);
    return () => {
      alerts.splice(alerts.indexOf(alert), 1);
      showTitle();
    };
  }, [key, words, isUrgent]);
}
