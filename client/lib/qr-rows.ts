import qrcode from 'qrcode-generator';
import { utf8 } from '../../shared/evidence/bytes.ts';

/** The modules of a text's smallest QR of the least dense kind, a text a row: 1 is dark. Loaded when it is shown. */
export function qrRows(text: string): string[] {
  const code = qrcode(0, 'L');
  // The encoder takes each character for a byte.
  code.addData(String.fromCharCode(...utf8(text)), 'Byte');
  code.make();
  const places = Array.from({ length: code.getModuleCount() }, (_, at) => at);
  return places.map((row) => places.map((column) => (code.isDark(row, column) ? '1' : '0')).join(''));
}
