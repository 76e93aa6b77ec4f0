/** Reads codes out of pictures: the browser's own reader, else the one that the project brings along. */
export interface Detector {
  detect(picture: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}

/** Badges carry both, cards the first. */
const FORMATS: ('qr_code' | 'code_128')[] = ['qr_code', 'code_128'];

interface NativeReader {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** The browser's own: nothing to download, and quicker. Null where it lacks a format, as on most laptops. */
export async function nativeDetector(): Promise<Detector | null> {
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

/** The project's own; left to itself it would fetch its program from a foreign host. */
export async function ownDetector(): Promise<Detector> {
  const [{ BarcodeDetector, prepareZXingModule, purgeZXingModule }, { default: program }] = await Promise.all(
    [import('barcode-detector/ponyfill'), import('zxing-wasm/reader/zxing_reader.wasm?url')],
  );
  try {
    await prepareZXingModule({ overrides: { locateFile: () => program }, fireImmediately: true });
  } catch (error) {
    // Otherwise the failure is remembered, and another try fails without asking.
    purgeZXingModule();
    throw error;
  }
  return new BarcodeDetector({ formats: FORMATS });
}
