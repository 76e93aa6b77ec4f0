import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { sheetLimits } from './limits.ts';
import {
  compoundFileOf,
  deflatedZeros,
  readSheets,
  refusal,
  workbookOf,
  workbookParts,
  zipOf,
} from './sheets.fixture.ts';

const MB = 1024 * 1024;

/** Counts the processes started by this process: the readers of sheets. */
const childProcesses = (): number =>
  readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  ).length;

/**
 * Runs `work` beside a timer. Returns the number of timer ticks (0 if the thread was blocked) and the growth of
 * memory in megabytes.
 */
async function watched<T>(work: () => Promise<T>): Promise<{ answer: T; ticks: number; grownMb: number }> {
  const before = process.memoryUsage().rss;
  let ticks = 0;
  let peak = before;
  const timer = setInterval(() => {
    ticks += 1;
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  try {
    const answer = await work();
    return { answer, ticks, grownMb: (peak - before) / MB };
  } finally {
    clearInterval(timer);
  }
}

describe('readSheets', () => {
  it('readSheets says what to do with compressed folders and other text formats of spreadsheets', {
    tags: 'slow',
  }, async () => {
    const zip = zipOf([{ name: 'mes/cobros.csv', bytes: Buffer.from('Apto;Cuota\n101;1') }]);
    expect((await refusal(readSheets(zip, 'mes.zip'))).message).toContain('carpeta comprimida');
    const ods = zipOf([{ name: 'content.xml', bytes: Buffer.from('<x/>') }]);
    for (const file of [
      ods,
      Buffer.from('ID;PWXL;N;E\nC;Y1;X1;K"Apto"\n'),
      Buffer.from('TABLE\r\n0,1\r\n"EXCEL"\r\n'),
    ])
      expect((await refusal(readSheets(file, 'mes.xls'))).message).toContain('«Guardar como»');
  });

  it.each([
    ['OFX', 'OFXHEADER:100\nDATA:OFXSGML\n<OFX><BANKTRANLIST></OFX>'],
    ['QIF', '!Type:Bank\nD02/05/2026\nT285000.00\n^'],
    ['MT940', ':20:STARTUMS\n:25:0560123456\n:61:2605020502C285000,00NTRF101'],
  ])('readSheets refuses %s with advice', async (_, text) => {
    const { message } = await refusal(readSheets(Buffer.from(text), 'extracto.csv'));
    expect(message).toContain('Descargue del banco los movimientos en Excel o CSV');
  });

  it('readSheets reads a text that begins like SYLK', async () => {
    const { sheets } = await readSheets(Buffer.from('ID;Propietario;Cuota\n101;Ana;250000\n'), 'mes.csv');
    expect(sheets[0]?.rows).toHaveLength(2);
  });

  it('readSheets detects an xlsx by content, with any name', async () => {
    const { sheets } = await readSheets(
      await workbookOf([
        ['Apto', 'Coef'],
        [101, 2.5],
      ]),
      'tabla.csv',
    );
    expect(sheets).toEqual([
      {
        name: 'Hoja1',
        rows: [
          { number: 1, cells: [{ text: 'Apto' }, { text: 'Coef' }] },
          {
            number: 2,
            cells: [
              { text: '101', number: 101 },
              { text: '2.5', number: 2.5 },
            ],
          },
        ],
      },
    ]);
  });

  it('readSheets refuses other files with an instruction', { tags: 'slow' }, async () => {
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(500)]);
    const garbage = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919 + (i >> 3) * 31) % 256));
    const damagedXls = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]);
    const locked = compoundFileOf('EncryptedPackage', Buffer.alloc(5000));
    const oldWord = compoundFileOf('WordDocument', Buffer.alloc(5000));
    const excel4 = Buffer.from('0904060000001000 0a000000'.replaceAll(' ', ''), 'hex');
    const archive = Buffer.from('MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n');
    const word = zipOf([{ name: 'word/document.xml', bytes: Buffer.from('<w/>') }]);
    expect(await refusal(readSheets(png, 'foto.xlsx'))).toMatchObject({ code: 'sheetUnreadable' });
    expect(await refusal(readSheets(garbage, 'x.xlsx'))).toMatchObject({ code: 'sheetUnreadable' });
    expect((await refusal(readSheets(damagedXls, 'viejo.xls'))).message).toContain('dañado');
    expect((await refusal(readSheets(oldWord, 'carta.xls'))).message).toContain('no es un libro de Excel');
    expect((await refusal(readSheets(excel4, 'viejo.xls'))).message).toContain('anterior a 1995');
    expect((await refusal(readSheets(archive, 'banco.xls'))).message).toContain('Guardar como');
    expect((await refusal(readSheets(locked, 'clave.xlsx'))).message).toContain('contraseña');
    expect((await refusal(readSheets(word, 'carta.docx'))).message).toContain('Guardar como');
    expect(await refusal(readSheets(Buffer.alloc(0), 'nada.xlsx'))).toMatchObject({ code: 'sheetEmpty' });
    expect(await refusal(readSheets(await workbookOf([]), 'x.xlsx'))).toMatchObject({ code: 'sheetEmpty' });
    expect(await refusal(readSheets(Buffer.alloc(sheetLimits.fileBytes + 1), 'x.csv'))).toMatchObject({
      code: 'sheetTooLarge',
    });
  });

  it('readSheets refuses an xlsx truncated at any position', { tags: 'slow' }, async () => {
    const rows = Array.from({ length: 200 }, (_, i) => [`unidad ${i}`, i / 7]);
    const whole = await workbookOf(rows);
    for (const share of [0.1, 0.5, 0.9, 0.99]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share));
      expect(await refusal(readSheets(cut, 'x.xlsx'))).toMatchObject({ code: 'sheetUnreadable' });
    }
    const spoilt = Buffer.from(whole);
    spoilt.fill(0xff, Math.floor(whole.length / 3), Math.floor(whole.length / 2));
    expect(await refusal(readSheets(spoilt, 'x.xlsx'))).toMatchObject({ code: 'sheetUnreadable' });
  });

  it('readSheets refuses 20,001 rows', { tags: 'slow' }, async () => {
    const file = await workbookOf(Array.from({ length: sheetLimits.rows + 1 }, (_, i) => [i]));
    expect(await refusal(readSheets(file, 'x.xlsx'))).toMatchObject({ code: 'sheetTooManyRows' });
  });

  it('readSheets refuses encrypted entries, too many entries, and duplicate parts', async () => {
    const parts = workbookParts('<sheetData/>');
    const encrypted = parts.map((part) => ({ ...part, lie: { encrypted: true } }));
    expect((await refusal(readSheets(zipOf(encrypted), 'x.xlsx'))).message).toContain('contraseña');
    const many = Array.from({ length: sheetLimits.zipEntries + 1 }, (_, i) => ({
      name: `xl/media/${i}`,
      bytes: Buffer.alloc(1),
    }));
    expect(await refusal(readSheets(zipOf(many), 'x.xlsx'))).toMatchObject({ code: 'sheetTooLarge' });
    const twice = [...parts, ...parts.slice(-1)];
    expect(await refusal(readSheets(zipOf(twice), 'x.xlsx'))).toMatchObject({ code: 'sheetUnreadable' });
  });

  it('readSheets refuses too many cells, merges, and rows beyond the last row', {
    tags: 'slow',
  }, async () => {
    const cell = '<c r="A1" s="1"/>';
    const styled = `<sheetData><row r="1">${cell.repeat(sheetLimits.xmlCells + 1)}</row></sheetData>`;
    expect(await refusal(readSheets(zipOf(workbookParts(styled)), 'x.xlsx'))).toMatchObject({
      code: 'sheetTooLarge',
    });
    const far = '<sheetData><row r="4294967290"><c r="A4294967290"><v>2</v></c></row></sheetData>';
    expect(await refusal(readSheets(zipOf(workbookParts(far)), 'x.xlsx'))).toMatchObject({
      code: 'sheetUnreadable',
    });
    const first = '<row><c t="str"><v>x</v></c></row>';
    for (const [sheetFile, code] of [
      [first, 'sheetTooLarge'],
      ['', 'sheetEmpty'],
    ]) {
      const merged = `<sheetData>${sheetFile}</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`;
      expect(
        await refusal(readSheets(zipOf(workbookParts(merged)), 'x.xlsx', { timeLimit: 4000 })),
      ).toMatchObject({ code });
    }
  });

  it('readSheets bounds a long shared text repeated in every cell', async () => {
    const strings = `<sst><si><t>${'texto '.repeat(5000)}</t></si></sst>`;
    const row = (n: number) =>
      `<row r="${n}">${'ABCDEFGHIJ'.replace(/./g, (c) => `<c r="${c}${n}" t="s"><v>0</v></c>`)}</row>`;
    const sheet = `<sheetData>${Array.from({ length: 5000 }, (_, i) => row(i + 1)).join('')}</sheetData>`;
    const file = zipOf([
      ...workbookParts(sheet),
      { name: 'xl/sharedStrings.xml', bytes: Buffer.from(strings) },
    ]);
    expect(await refusal(readSheets(file, 'x.xlsx'))).toMatchObject({ code: 'sheetTooLarge' });
  });

  describe('zip bombs', () => {
    const zeros = deflatedZeros(2048);

    it.each([
      ['that says what it is', 2048 * MB],
      ['that says it is small', 1000],
      ['that says nothing', 0],
    ])('a bomb of two gigabytes %s is refused in bounded memory and time', async (_, unpackedSize) => {
      const bomb = {
        name: 'xl/worksheets/sheet1.xml',
        bytes: Buffer.alloc(0),
        deflated: zeros,
        lie: { unpackedSize },
      };
      const file = zipOf([...workbookParts('').slice(0, 2), bomb]);
      expect(file.length).toBeLessThan(sheetLimits.fileBytes);
      const { answer, ticks, grownMb } = await watched(() => refusal(readSheets(file, 'bomba.xlsx')));
      expect(answer.code).toBe('sheetTooLarge');
      expect(grownMb).toBeLessThan(400);
      expect(ticks).toBeGreaterThan(5);
    });

    it('a bomb in an unneeded part is refused', async () => {
      const bomb = {
        name: 'xl/media/foto.png',
        bytes: Buffer.alloc(0),
        deflated: zeros,
        lie: { unpackedSize: 10 },
      };
      const file = zipOf([...workbookParts('<sheetData/>'), bomb]);
      expect(await refusal(readSheets(file, 'bomba.xlsx'))).toMatchObject({ code: 'sheetTooLarge' });
    });
  });

  describe('reading beside a busy server', () => {
    let big: Buffer;
    beforeAll(() => {
      const columns = 'ABCDEFGHIJKLMNOPQRST';
      const rows = Array.from({ length: sheetLimits.rows }, (_, i) => {
        return `<row r="${i + 1}">${columns.replace(/./g, (c) => `<c r="${c}${i + 1}"><v>${i}.5</v></c>`)}</row>`;
      });
      big = zipOf(workbookParts(`<sheetData>${rows.join('')}</sheetData>`));
    });

    it('reading 20,000 rows of 20 columns leaves the main thread free', { tags: 'slow' }, async () => {
      // No bound for a person's wait: the machine may be busy with other tests.
      const patient = { timeLimit: 110_000 };
      const { answer, ticks, grownMb } = await watched(() => readSheets(big, 'x.xlsx', patient));
      expect(answer.sheets[0]?.rows).toHaveLength(sheetLimits.rows);
      // About 20 ms per tick on a quiet machine. Other tests share the machine.
      expect(ticks).toBeGreaterThan(5);
      expect(grownMb).toBeLessThan(1500);
    });

    it('an abort stops running and waiting reads', async () => {
      const stop = new AbortController();
      const reads = Array.from({ length: 4 }, () => readSheets(big, 'x.xlsx', { signal: stop.signal }));
      await expect.poll(childProcesses).toBeGreaterThan(0);
      stop.abort(new Error('the browser went away'));
      for (const read of await Promise.allSettled(reads)) {
        expect(read).toMatchObject({ status: 'rejected', reason: { message: 'the browser went away' } });
      }
      await expect(readSheets(big, 'x.xlsx', { signal: stop.signal })).rejects.toThrow(
        'the browser went away',
      );
      expect((await readSheets(Buffer.from('a,b'), 'x.csv')).sheets).toHaveLength(1); // the slots are free again
    });

    it('readSheets gives up after the time limit', async () => {
      expect(await refusal(readSheets(big, 'x.xlsx', { timeLimit: 400 }))).toMatchObject({
        code: 'sheetTooLarge',
      });
    });
  });
});
