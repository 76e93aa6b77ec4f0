import qrcode from 'qrcode-generator';

/** Pattern of texts for the alphanumeric mode of QR codes, denser than bytes. */
const CAPITALS = /^[0-9A-Z $%*+\-./:]*$/;

/** QR code as made by the library. */
export type QrCode = ReturnType<typeof qrcode>;

/**
 * Encodes a text as QR code.
 * @param level error correction: L repairs 7 % of the code, M 15 %
 * @param version size, 1 to 40; 0 for the smallest that fits
 */
export function encodedQr(text: string, level: 'M' | 'L', version: Parameters<typeof qrcode>[0]): QrCode {
  const code = qrcode(version, level);
  // The encoder treats each character as a byte.
  if (CAPITALS.test(text)) code.addData(text, 'Alphanumeric');
  else code.addData(Buffer.from(text).toString('latin1'), 'Byte');
  code.make();
  return code;
}

/** Returns the smallest QR code of a text as rows of 0 and 1: 1 is a dark square. */
export function qrRows(text: string, level: 'M' | 'L' = 'M'): string[] {
  const code = encodedQr(text, level, 0);
  const places = Array.from({ length: code.getModuleCount() }, (_, at) => at);
  return places.map((row) => places.map((column) => (code.isDark(row, column) ? '1' : '0')).join(''));
}
