import { useEffect, useRef } from 'react';
import { isPendingScan, type ScanEntry } from '../kept/scan.ts';
import { useQueue } from './queue.ts';
import { isSignalled, signal } from './signal.ts';
import { conflictWords, leftOutWords, unitsWords } from './words.ts';

/** Milliseconds without an answer until the operator learns that a scan is stored but not sent. */
const SCAN_WAIT_MS = 1_500;

/**
 * Hook: shows the result of each registration on the coloured band of the desk: the server's answer, or 'stored for
 * later' without network. For registrations sent later shows only refusals, because the person is gone.
 * @param onAnswer called after each answer
 */
export function useScanSignals(jointId: number, onAnswer: (() => void) | undefined): void {
  const latest = useRef(onAnswer);
  useEffect(() => {
    latest.current = onAnswer;
  });
  useEffect(() => {
    const waiting = new Map<string, ReturnType<typeof setTimeout>>();
    const tellKept = (entry: ScanEntry) => {
      clearTimeout(waiting.get(entry.id));
      waiting.delete(entry.id);
      signal('pending', unitsWords(entry), entry.id);
    };
    const stop = useQueue.subscribe((now, before) => {
      if (now.scans === before.scans || !before.isRead) return;
      const scansBefore = new Map(before.scans.map((scan) => [scan.id, scan]));
      for (const scan of now.scans) {
        const was = scansBefore.get(scan.id);
        if (scan === was || scan.jointId !== jointId) continue;
        if (isPendingScan(scan)) {
          if (was === undefined)
            waiting.set(
              scan.id,
              setTimeout(() => tellKept(scan), now.offlineSince === null ? SCAN_WAIT_MS : 0),
            );
          else if (now.offlineSince !== null && waiting.has(scan.id)) tellKept(scan);
        } else if (was !== undefined && isPendingScan(was)) {
          const isAwaited = waiting.has(scan.id);
          clearTimeout(waiting.get(scan.id));
          waiting.delete(scan.id);
          if (isAwaited || isSignalled(scan.id) || scan.state !== 'registered') tell(scan);
          latest.current?.();
        }
      }
    });
    return () => {
      stop();
      for (const timer of waiting.values()) clearTimeout(timer);
    };
  }, [jointId]);
}

function tell(entry: ScanEntry): void {
  if (entry.state === 'registered') {
    const others = leftOutWords(entry.left);
    signal('registered', others === '' ? unitsWords(entry) : `${unitsWords(entry)}. ${others}`, entry.id);
  } else if (entry.state === 'already') {
    signal('already', `${entry.message} ${conflictWords(entry).join('; ') || unitsWords(entry)}`);
  } else signal('blocked', entry.message);
}
