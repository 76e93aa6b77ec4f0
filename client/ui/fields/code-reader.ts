/** Reader of codes in pictures: the browser's BarcodeDetector, else the bundled library. */
export interface PictureReader {
  detect(picture: HTMLVideoElement | ImageBitmap): Promise<readonly { rawValue: string }[]>;
}

/** Code formats to detect: badges carry both, cards only the QR code. */
const FORMATS: ('qr_code' | 'code_128')[] = ['qr_code', 'code_128'];

interface NativeReader {
  new (options: { formats: string[] }): PictureReader;
  getSupportedFormats(): Promise<string[]>;
}

/** Returns the browser's built-in code reader. Null if a format is not supported, as on most laptops. */
export async function nativeDetector(): Promise<PictureReader | null> {
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
export async function ownDetector(): Promise<PictureReader> {
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

/** Returns the text of the QR code in a picture file. Null without a readable code. */
export async function textInPicture(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  const reader = (await nativeDetector()) ?? (await ownDetector());
  const [code] = await reader.detect(picture);
  return code?.rawValue ?? null;
}
