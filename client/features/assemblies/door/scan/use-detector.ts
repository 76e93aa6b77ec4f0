import { type RefObject, useEffect, useRef, useState } from 'react';
import { nativeDetector, ownDetector, type PictureReader } from '../../../../ui/fields/code-reader.ts';
import { SeenCodes } from './seen-codes.ts';

/** Pause in milliseconds between two examined pictures, to leave a phone time for other work. */
const REST_MS = 80;

/**
 * Hook: reads QR and bar codes in the running video of the desk's camera. `hasFailed` is true if the browser cannot
 * read codes.
 * @param video video element with the camera picture
 * @param isRunning false: reads no picture
 * @param onScan called for each code entering the picture
 */
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
            // Some phones announce a native reader that fails to start.
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

async function firstDetector(): Promise<{ reader: PictureReader; isNative: boolean }> {
  const native = await nativeDetector();
  return native ? { reader: native, isNative: true } : { reader: await ownDetector(), isNative: false };
}
