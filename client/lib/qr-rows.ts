import qrcode from 'qrcode-generator';
import { utf8 } from '../../shared/evidence/bytes.ts';

/**
 * Returns the smallest QR code of a text (error correction level L) as a text per row: 1 is a dark square, 0 a
 * light square. Loaded on demand.
 */
export function qrRows(text: string): string[] {
  const code = qrcode(0, 'L');
  // The encoder treats each character as a byte.
  code.addData(String.fromCharCode(...utf8(text)), 'Byte');
  code.make();
  const places = Array.from({ length: code.getModuleCount() }, (_, at) => at);
  return places.map((row) => places.map((column) => (code.isDark(row, column) ? '1' : '0')).join(''));
}
