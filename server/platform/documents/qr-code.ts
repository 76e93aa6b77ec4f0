import qrcode from 'qrcode-generator';

/** What fits a QR's denser kind of letters. */
const CAPITALS = /^[0-9A-Z $%*+\-./:]*$/;

export type QrCode = ReturnType<typeof qrcode>;

/**
 * The QR of a text.
 * @param level how much of it may be damaged: L 7 %, M 15 %
 * @param version its size, 1 to 40; 0 for the smallest that the text fits
 */
export function encodedQr(text: string, level: 'M' | 'L', version: Parameters<typeof qrcode>[0]): QrCode {
  const code = qrcode(version, level);
  // The encoder takes each character for a byte.
  if (CAPITALS.test(text)) code.addData(text, 'Alphanumeric');
  else code.addData(Buffer.from(text).toString('latin1'), 'Byte');
  code.make();
  return code;
}

/** The modules of a text's smallest QR, a text a row: 1 is dark. */
export function qrRows(text: string, level: 'M' | 'L' = 'M'): string[] {
  const code = encodedQr(text, level, 0);
  const places = Array.from({ length: code.getModuleCount() }, (_, at) => at);
  return places.map((row) => places.map((column) => (code.isDark(row, column) ? '1' : '0')).join(''));
}
