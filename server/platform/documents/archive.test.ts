import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nano } from '../../../shared/coefficient.ts';
import { findProgram } from '../../testing/setup/apt.ts';
import { canLookAtPrint, textOfPdf } from '../../testing/setup/print.ts';
import { faceOf, fontFiles, inRoboto } from './faces.ts';
import { renderPdf } from './render-pdf.ts';
import { onPaper, reportPaper, table } from './report-layout.ts';
import { withRole } from './structure.ts';
import { textWidth } from './text-width.ts';

const rows = ['101', '102', '103'].map((unit, i) => ({
  unit,
  owner: ['MARÍA FERNANDA GÓMEZ ÑÁÑEZ', 'Жанна Ωμέγα Đặng', '王 😀 \ud800 fin'][i] ?? '',
  coefficient: nano(12_345_678_900 + i),
}));

const made = (of: readonly (typeof rows)[number][] = rows) =>
  renderPdf(
    reportPaper({
      title: 'Votación 2',
      heading: {
        jointName: 'Conjunto Peñón 王',
        madeAt: Date.UTC(2026, 10, 26),
        trail: { chain: 'joint:7', entries: 12, lastHash: 'ab'.repeat(32) },
      },
      subject: 'Asamblea',
      facts: [],
      watermark: 'ANULADO',
      parts: [
        table<(typeof rows)[number]>({
          name: 'Votos',
          rows: of,
          columns: [
            { title: 'Inmueble', kind: 'text', width: 60, value: ({ unit }) => unit },
            { title: 'Propietario', kind: 'text', width: 200, value: ({ owner }) => owner },
            { title: 'Coeficiente', kind: 'coefficient', width: 70, value: (row) => row.coefficient },
          ],
        }),
        onPaper((width) => [
          withRole(
            { tag: 'Figure', alt: 'Un rectángulo' },
            {
              svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 20"><rect width="50" height="10" fill="#0b5563" fill-opacity="0.8"/><text x="2" y="18" font-family="Roboto" font-weight="bold">Sí</text></svg>`,
              width: width / 2,
            },
          ),
        ]),
      ],
    }),
  );

describe('archived report', () => {
  const tmp = mkdtempSync(join(tmpdir(), 'scaf-archivo-'));
  afterAll(() => rmSync(tmp, { recursive: true, force: true }));

  it('the report declares PDF/A-2b with output colours and uses no external resource', async () => {
    const pdf = Buffer.from(await made()).toString('latin1');
    expect(pdf.startsWith('%PDF-1.7')).toBe(true);
    expect(pdf).toContain('<pdfaid:part>2</pdfaid:part>');
    expect(pdf).toContain('<pdfaid:conformance>B</pdfaid:conformance>');
    expect(pdf).toMatch(/\/S \/GTS_PDFA1/);
    expect(pdf).toMatch(/\/DestOutputProfile \d+ 0 R/);
    expect(pdf).toMatch(/\/ID \[/);
    for (const barred of ['/Encrypt', '/JavaScript', '/LZWDecode', '/Launch', '/URI']) {
      expect(pdf).not.toContain(barred);
    }
  });

  it.skipIf(!findProgram('pdffonts'))('the report embeds every font with a Unicode map', async () => {
    const path = join(tmp, 'a.pdf');
    writeFileSync(path, await made());
    const [, , ...fonts] = execFileSync('pdffonts', [path], { encoding: 'utf8' }).trimEnd().split('\n');
    expect(fonts.length).toBeGreaterThan(1);
    for (const font of fonts)
      expect(font).toMatch(
        /(AtkinsonHyperlegibleNext-(Regular|SemiBold)|Roboto-(Regular|Medium)) .* yes yes yes /,
      );
  });

  it.skipIf(!canLookAtPrint)(
    'the report writes other scripts and replaces missing glyphs by U+FFFD',
    async () => {
      const text = textOfPdf(await made()).join(' ');
      expect(text).toContain('Жанна Ωμέγα Đặng');
      expect(text).toContain('\ufffd \ufffd \ufffd fin');
      expect(text).toContain('Peñón \ufffd');
    },
  );

  it.skipIf(!findProgram('pdfinfo'))(
    'headings, tables and figures form a tree in reading order',
    async () => {
      // Two pages; a screen reader hears the column names once.
      const many = Array.from({ length: 45 }, (_, i) => ({
        unit: `U${i}`,
        owner: 'ANA',
        coefficient: nano(1),
      }));
      const [path, long] = [join(tmp, 'c.pdf'), join(tmp, 'd.pdf')];
      writeFileSync(path, await made());
      writeFileSync(long, await made(many));
      // Each object starts at the offset in the cross-reference table.
      const pdf = readFileSync(long, 'latin1');
      const objects = pdf.slice(Number(/startxref\s+(\d+)\s+%%EOF/.exec(pdf)?.[1]));
      for (const [id, [, at, kind]] of [...objects.matchAll(/^(\d{10}) \d{5} ([fn])/gm)].entries()) {
        if (kind === 'n') expect(pdf.startsWith(`${id} 0 obj`, Number(at)), String(id)).toBe(true);
      }
      const infoLines = (...args: string[]) =>
        execFileSync('pdfinfo', args, { encoding: 'utf8' })
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '');
      expect(infoLines(path).map((line) => line.replaceAll(/ +/g, ' '))).toContain('Tagged: yes');
      expect(infoLines('-struct-text', path).slice(0, 15)).toEqual([
        ...[
          'Document',
          'H1 (block)',
          '"Votación 2"',
          'P (block)',
          '"Conjunto Peñón �"',
          'P (block)',
          '"Asamblea"',
        ],
        ...['H2 (block)', '"Votos"', 'Table (block)', 'TR', 'TH:', '/Scope /Column', '"Inmueble"', 'TH:'],
      ]);
      const parts = infoLines('-struct', long);
      const count = (tag: string) => parts.filter((line) => line.startsWith(tag)).length;
      expect([count('Table'), count('TR'), count('TH'), count('TD'), count('Figure')]).toEqual([
        1, 46, 3, 135, 1,
      ]);
      expect(pdf).toContain(`/Alt<feff${Buffer.from('Un rectángulo', 'utf16le').swap16().toString('hex')}>`);
    },
  );

  it.each(['Atkinson', 'Roboto'] as const)(
    'faceOf, inRoboto and textWidth agree with the glyphs and widths of %s',
    (face) => {
      const require = createRequire(import.meta.url);
      const fontkit = createRequire(require.resolve('pdfkit'))('fontkit');
      const fonts = [fontFiles[face].normal, fontFiles[face].bold].map((file) => fontkit.openSync(file));
      for (let code = 32; code <= 0xffff; code += 1) {
        const letter = String.fromCodePoint(code);
        const isShown = face === 'Atkinson' ? faceOf(letter) === face : inRoboto(letter) === letter;
        if (isShown) for (const font of fonts) expect(font.hasGlyphForCodePoint(code), letter).toBe(true);
        if (code > 126) continue;
        // A Greek letter chooses Roboto.
        const beside = face === 'Atkinson' ? '' : 'Ω';
        for (const [i, font] of fonts.entries()) {
          const width = font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm;
          const measured = textWidth(letter + beside, 1, i === 1) - textWidth(beside, 1, i === 1);
          expect(measured).toBeGreaterThanOrEqual(width - 1e-9);
          expect(measured).toBeLessThan(width + 0.001);
        }
      }
    },
  );
});
