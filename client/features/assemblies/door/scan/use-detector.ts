import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Detector, nativeDetector, ownDetector } from './camera-detector.ts';
import { SeenCodes } from './seen-codes.ts';

/** Between two looks: a reader that never rests leaves a phone no time for anything else. */
const REST_MS = 80;

/** Looks for codes in a running video, and tells each that comes into the picture. */
export function useDetector(
  video: RefObject<HTMLVideoElement | null>,
  isRunning: boolean,
  onScan: (text: string) => void,
): { hasFailed: boolean } {
  const [hasFailed, setFailed] = useState(false);
  const tell = useRef(onScan);
  useEffect(() => {
    tell.current = onScan;
  });
  useEffect(() => {
    if (!isRunning) return;
    let isOver = false;
    const seen = new SeenCodes();
    const watch = async () => {
      let detector = await firstDetector();
      let isNative = detector.isNative;
      while (!isOver) {
        const picture = video.current;
        if (picture && picture.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
          const found = await detector.reader.detect(picture).catch(() => null);
          if (isOver) return;
          if (found) {
            const texts = found.map((code) => code.rawValue).filter((text) => text !== '');
            for (const text of seen.look(texts, performance.now())) tell.current(text);
          } else if (isNative) {
            // Some phones promise a reader that they then cannot start.
            isNative = false;
            detector = { reader: await ownDetector(), isNative };
          }
        }
        await new Promise((resolve) => setTimeout(resolve, REST_MS));
      }
    };
    setFailed(false);
    watch().catch(() => !isOver && setFailed(true));
    return () => {
      isOver = true;
    };
  }, [video, isRunning]);
  return { hasFailed };
}

async function firstDetector(): Promise<{ reader: Detector; isNative: boolean }> {
  const native = await nativeDetector();
  return native ? { reader: native, isNative: true } : { reader: await ownDetector(), isNative: false };
}
