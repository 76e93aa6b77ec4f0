import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { votingBadge } from '../../../shared/assemblies/code.ts';
import { issueCodes, listCodes, makeBadges } from '../../../shared/assemblies/codes.api.ts';
import {
  papers as allPapers,
  printBadges,
  printCards,
  printVotingBadges,
} from '../../../shared/assemblies/paper.api.ts';
import { isLong } from '../../../shared/testing/rounds.ts';
import { sqliteApp, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { wholeCodes } from '../../testing/badge.ts';
import { canLookAtPrint, type PageCodes, readPrinted } from '../../testing/setup/print.ts';
import { endAssembly } from '../../testing/store-asserts.ts';

const long = 'MARÍA DEL ROSARIO ECHEVERRÍA-GOROSTIZAGA Y VILLAVICENCIO DE LA ESPRIELLA Y HEREDEROS DE ';
/** Units for two sheets of badges and three sheets of voting badges; the last sheets are not full. */
const units = Array.from({ length: 9 }, (_, i) => {
  const id = i === 3 ? 'APARTAMENTO-CON-UN-IDENTIFICADOR-DE-SESENTA-CARACTERES-12345' : `1-${101 + i}`;
  const owner =
    [`Ana Peña ${i}`, `${long}${'DON ABELARDO NÚÑEZ '.repeat(5)}${i}`, `Erdős 😀 ${i}`][i % 3] ?? '';
  return [id, 5 + i / 1000, owner] as const;
});
const addresses = [
  'http://localhost:3000',
  'https://asambleas.administradora-ejemplo.com.co',
  `https://${'asambleas-de-la-administradora.'.repeat(3)}ejemplo.com.co:8443`,
];

/** Expects two programs that read QR codes to find together all codes of each page, and no other code. */
function expectPages(pages: PageCodes[], expected: string[][]): void {
  const found = pages.map(({ zbar, zxing }) => [...new Set([...zbar, ...zxing])].sort());
  expect(found).toEqual(expected.map((page) => [...page].sort()));
}

const inSheets = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

/** The shortest and the longest address, and a size of paper; a long run reads all. */
const read = isLong ? addresses : addresses.filter((_, at) => at !== 1);
const papers = isLong ? allPapers : allPapers.slice(0, 1);

describe.skipIf(!canLookAtPrint).each(read)('every code on paper, where links begin with %s', (address) => {
  let app: TestApp;
  let evening: AssemblyFixture;
  let cards: string[];
  /** Codes of the badges in the order of the table of units. */
  let badges: string[];
  const asOperator = () => ({ token: evening.operator });
  const params = () => ({ jointId: evening.jointId });
  const onCard = (code: string) => [`BARS ${code}`, `QR ${address}/VoteQR/${code}`];
  const onVotingBadges = (code: string) =>
    [1, 2, 3].flatMap((answerId) => ['BARS', 'QR'].map((kind) => `${kind} ${votingBadge(code, answerId)}`));

  beforeAll(async () => {
    app = await sqliteApp({ publicUrl: address });
    evening = await holdAssembly(app, { units });
    await app.call(issueCodes, { params: params(), body: { quantity: 11 } }, asOperator());
    await app.call(makeBadges, { params: params(), body: {} }, asOperator());
    const { body } = await app.call(listCodes, { params: params() }, asOperator());
    cards = await wholeCodes(
      app,
      body.filter((code) => code.badgeOf === null),
    );
    badges = await wholeCodes(
      app,
      units.map(([id]) => body.find((code) => code.badgeOf === id) ?? { codeId: `no badge of ${id}` }),
    );
  });
  afterAll(() => endAssembly(app));

  it.each(papers)('both readers find all codes on cards, %s', async (paper) => {
    const { body } = await app.call(printCards, { params: params(), query: { paper } }, asOperator());
    const sheets = inSheets(cards, 10);
    expectPages(
      await readPrinted(body.bytes),
      sheets.map((sheet) => sheet.flatMap(onCard)),
    );
  });

  it.each(papers)('both readers find all codes on badges with any names, %s', async (paper) => {
    const { body } = await app.call(printBadges, { params: params(), query: { paper } }, asOperator());
    const sheets = inSheets(badges, 8);
    expectPages(
      await readPrinted(body.bytes),
      sheets.map((sheet) => sheet.flatMap(onCard)),
    );
  });

  // Voting badges carry no address: a single run is enough.
  if (address !== addresses[0]) return;
  it.each(papers)('both readers find the three voting badges of a unit on a page, %s', async (paper) => {
    const query = { paper };
    const { body } = await app.call(printVotingBadges, { params: params(), query }, asOperator());
    const expected = inSheets(badges, 4).map((sheet) => sheet.flatMap(onVotingBadges));
    expectPages(await readPrinted(body.bytes), expected);
  });
});
