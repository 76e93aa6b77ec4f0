import { type RefObject, useEffect, useRef, useState } from 'react';
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

async function firstDetector(): Promise<{ reader: Detector; isNative: boolean }> {
  const native = await nativeDetector();
  return native ? { reader: native, isNative: true } : { reader: await ownDetector(), isNative: false };
}

/** Reader of codes in pictures: the browser's BarcodeDetector, else the bundled library. */
interface Detector {
  detect(picture: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}

/** Code formats to detect: badges carry both, cards only the QR code. */
const FORMATS: ('qr_code' | 'code_128')[] = ['qr_code', 'code_128'];

interface NativeReader {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** Returns the browser's built-in code reader. Null if a format is not supported, as on most laptops. */
async function nativeDetector(): Promise<Detector | null> {
  const Reader: unknown = Reflect.get(globalThis, 'BarcodeDetector');
  if (!isReader(Reader)) return null;
  try {
    const formats = await Reader.getSupportedFormats();
    return FORMATS.every((format) => formats.includes(format)) ? new Reader({ formats: FORMATS }) : null;
  } catch {
    return null;
  }
}

const isReader = (value: unknown): value is NativeReader =>
  typeof value === 'function' && 'getSupportedFormats' in value;

/**
 * Loads the bundled code reader. Without `locateFile` the library would download its WebAssembly from another host.
 */
async function ownDetector(): Promise<Detector> {
  const [{ BarcodeDetector, prepareZXingModule, purgeZXingModule }, { default: program }] = await Promise.all(
    [import('barcode-detector/ponyfill'), import('zxing-wasm/reader/zxing_reader.wasm?url')],
  );
  try {
    await prepareZXingModule({ overrides: { locateFile: () => program }, fireImmediately: true });
  } catch (error) {
    // The library caches a failed start, and a retry would fail without a request.
    purgeZXingModule();
    throw error;
  }
  return new BarcodeDetector({ formats: FORMATS });
}
