import { expect, it } from 'vitest';
import { plainFileName } from './uploaded-file.ts';

const PDF = 'application/pdf';

it.each([
  ['acta.html', PDF, 'acta.pdf'],
  ['x.svg', PDF, 'x.pdf'],
  ['Acta 2.1', PDF, 'Acta 2.1.pdf'],
  ['Acta.PDF', PDF, 'Acta.PDF'],
  ['foto.jpeg', 'image/jpeg', 'foto.jpeg'],
  ['\u202egnp.exe', 'image/png', 'gnp.png'],
  ['a\u200bb\u0000.pdf', PDF, 'ab.pdf'],
  ['', PDF, 'archivo.pdf'],
  ['.pdf', PDF, 'archivo.pdf'],
  ['..', PDF, 'archivo.pdf'],
  ['acta.pdf.', PDF, 'acta.pdf.pdf'],
  ['C:\\tmp\\acta.pdf', PDF, 'acta.pdf'],
  ['../../etc/passwd', PDF, 'passwd.pdf'],
  ['planilla mayo.txt', 'text/csv', 'planilla mayo.csv'],
  ['', '', 'archivo'],
  ['\u202e ', '', 'archivo'],
  ['lista.txt', '', 'lista.txt'],
])('%j of %s is stored as %s', (sent, mediaType, storedName) => {
  expect(plainFileName(sent, mediaType)).toBe(storedName);
});

it('a name cut inside a surrogate pair can be sent in a header', () => {
  for (const length of [193, 194, 195, 198, 199, 200]) {
    const name = plainFileName(`${'a'.repeat(length - 1)}🏢.html`, PDF);
    expect(name).toMatch(/\.pdf$/);
    expect(() => encodeURIComponent(name)).not.toThrow();
  }
});
