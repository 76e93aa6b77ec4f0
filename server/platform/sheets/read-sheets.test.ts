import { beforeAll, describe, expect, it } from 'vitest';
import { sheetLimits } from './limits.ts';
import { deflatedZeros, readSheets, refusal, workbookOf, workbookParts, zipOf } from './sheets.fixture.ts';

const MB = 1024 * 1024;

/** Runs while a timer ticks; gives how often it ticked (never, where the thread stood still) and the growth of memory. */
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
  it('reads an xlsx by its bytes, whatever its name', async () => {
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

  it('refuses what is no spreadsheet, with a sentence that says what to do', async () => {
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(500)]);
    const garbage = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919 + (i >> 3) * 31) % 256));
    const xls = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]);
    const locked = Buffer.concat([xls, Buffer.from('EncryptedPackage', 'utf16le')]);
    const word = zipOf([{ name: 'word/document.xml', bytes: Buffer.from('<w/>') }]);
    expect(await refusal(readSheets(png, 'foto.xlsx'))).toMatchObject({ code: 'sheetUnreadable' });
    expect(await refusal(readSheets(garbage, 'x.xlsx'))).toMatchObject({ code: 'sheetUnreadable' });
    expect((await refusal(readSheets(xls, 'viejo.xls'))).message).toContain('.xls)');
    expect((await refusal(readSheets(locked, 'clave.xlsx'))).message).toContain('contraseña');
    expect((await refusal(readSheets(word, 'carta.docx'))).message).toContain('Guardar como');
    expect(await refusal(readSheets(Buffer.alloc(0), 'nada.xlsx'))).toMatchObject({ code: 'sheetEmpty' });
    expect(await refusal(readSheets(await workbookOf([]), 'x.xlsx'))).toMatchObject({ code: 'sheetEmpty' });
    expect(await refusal(readSheets(Buffer.alloc(sheetLimits.fileBytes + 1), 'x.csv'))).toMatchObject({
      code: 'sheetTooLarge',
    });
  });

  it('refuses a truncated xlsx wherever it was cut', async () => {
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

  it('refuses 20,001 rows', async () => {
    const file = await workbookOf(Array.from({ length: sheetLimits.rows + 1 }, (_, i) => [i]));
    expect(await refusal(readSheets(file, 'x.xlsx'))).toMatchObject({ code: 'sheetTooManyRows' });
  });

  it('refuses encrypted entries, too many entries and the same part twice', async () => {
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

  it('refuses cells and merges that would become too many objects, and rows beyond the last', async () => {
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
    for (const [said, code] of [
      [first, 'sheetTooLarge'],
      ['', 'sheetEmpty'],
    ]) {
      const merged = `<sheetData>${said}</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`;
      expect(
        await refusal(readSheets(zipOf(workbookParts(merged)), 'x.xlsx', { timeLimit: 4000 })),
      ).toMatchObject({ code });
    }
  }, 60_000);

  it('does not repeat a long shared text in every cell', async () => {
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

  describe('bombs', () => {
    const zeros = deflatedZeros(2048);

    it.each([
      ['that says what it is', 2048 * MB],
      ['that says it is small', 1000],
      ['that says nothing', 0],
    ])('refuses one of two gigabytes %s, in bounded memory and time', async (_, unpackedSize) => {
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

    it('refuses one in a part that nobody would have read', async () => {
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

  describe('beside a server at work', () => {
    let big: Buffer;
    beforeAll(() => {
      const columns = 'ABCDEFGHIJKLMNOPQRST';
      const rows = Array.from({ length: sheetLimits.rows }, (_, i) => {
        return `<row r="${i + 1}">${columns.replace(/./g, (c) => `<c r="${c}${i + 1}"><v>${i}.5</v></c>`)}</row>`;
      });
      big = zipOf(workbookParts(`<sheetData>${rows.join('')}</sheetData>`));
    });

    it('lets the main thread go on while 20,000 rows of 20 columns are read', async () => {
      // Not the time that a person waits: this machine may be busy with others' tests.
      const patient = { timeLimit: 110_000 };
      const { answer, ticks, grownMb } = await watched(() => readSheets(big, 'x.xlsx', patient));
      expect(answer.sheets[0]?.rows).toHaveLength(sheetLimits.rows);
      // Some 20 ms on a quiet machine. The tests share theirs with others.
      expect(ticks).toBeGreaterThan(5);
      expect(grownMb).toBeLessThan(1500);
    }, 120_000);

    it('stops when told to, running or waiting', async () => {
      const stop = new AbortController();
      const reads = Array.from({ length: 4 }, () => readSheets(big, 'x.xlsx', { signal: stop.signal }));
      setTimeout(() => stop.abort(new Error('the browser went away')), 150);
      for (const read of await Promise.allSettled(reads)) {
        expect(read).toMatchObject({ status: 'rejected', reason: { message: 'the browser went away' } });
      }
      await expect(readSheets(big, 'x.xlsx', { signal: stop.signal })).rejects.toThrow(
        'the browser went away',
      );
      expect((await readSheets(Buffer.from('a,b'), 'x.csv')).sheets).toHaveLength(1); // the turns came back
    });

    it('gives up after the time limit', async () => {
      expect(await refusal(readSheets(big, 'x.xlsx', { timeLimit: 400 }))).toMatchObject({
        code: 'sheetTooLarge',
      });
    });
  });
});
