import { beforeAll, describe, expect, it } from 'vitest';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { issueCodes, listCodes, makeBadges, revokeCode } from '../../../shared/assemblies/codes.api.ts';
import { printBadges, printCards, printVotingBadges } from '../../../shared/assemblies/paper.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly } from '../../testing/assembly-fixture.ts';
import { wholeCodes } from '../../testing/badge.ts';
import { canLookAtPrint, textOfPdf } from '../../testing/setup/print.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';

const units = [
  ['101', '12,3456', 'ANA PEÑA'],
  ['102', '0,00005', 'LUIS'],
  ['103', 25, 'EVA'],
] as const;

describeOnOneEngine('codes on paper', (make) => {
  const app = appForSuite(make, endAssembly);
  let staff: string;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });

  const as = ({ operator }: AssemblyFixture) => ({ token: operator });
  const issue = async (evening: AssemblyFixture, quantity: number) =>
    (await app.call(issueCodes, { params: evening, body: { quantity } }, as(evening))).body;
  const badge = async (evening: AssemblyFixture, body: { apartmentIds?: string[] } = {}) =>
    (await app.call(makeBadges, { params: evening, body }, as(evening))).body;
  const grouped = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-');

  it('papers are PDFs with Spanish names for staff of the joint; other joints get 404', async () => {
    const evening = await holdAssembly(app, { units, staff });
    const other = await holdAssembly(app, { units, staff });
    await issue(evening, 1);
    await badge(evening);
    for (const [endpoint, name] of [
      [printCards, 'Tarjetas QR Conjunto de prueba.pdf'],
      [printBadges, 'Escarapelas Conjunto de prueba.pdf'],
      [printVotingBadges, 'Papeletas de Votación Conjunto de prueba.pdf'],
    ] as const) {
      const printed = await app.call(endpoint, { params: evening }, as(evening));
      expect(printed.body).toMatchObject({ name, mediaType: 'application/pdf' });
      expect(Buffer.from(printed.body.bytes.subarray(0, 5)).toString()).toBe('%PDF-');
      expectRefused(await app.call(endpoint, { params: evening }, as(other)), 'jointNotFound');
      const owner = await evening.owner(`owner-${endpoint.id}-${evening.jointId}`, ['101']);
      expectRefused(await app.call(endpoint, { params: evening }, owner), 'forbidden');
    }
  });

  it('papers without content answer 404', async () => {
    const evening = await holdAssembly(app, { units, staff });
    for (const endpoint of [printCards, printBadges, printVotingBadges]) {
      expectRefused(await app.call(endpoint, { params: evening }, as(evening)), 'noPapers');
    }
    await issue(evening, 1);
    const ofCards = { params: evening, query: { of: 'cards' as const } };
    expect((await app.call(printVotingBadges, ofCards, as(evening))).status).toBe(200);
    const ofUnit = { params: evening, query: { of: 'cards' as const, apartmentId: '101' } };
    expectRefused(await app.call(printVotingBadges, ofUnit, as(evening)), 'noPapers');
    const anotherLot = { params: evening, query: { lot: '2020-01-01T00:00:00.000Z' } };
    expectRefused(await app.call(printCards, anotherLot, as(evening)), 'noPapers');
    await badge(evening, { apartmentIds: ['101'] });
    const ofAnother = { params: evening, query: { apartmentId: '102' } };
    expectRefused(await app.call(printBadges, ofAnother, as(evening)), 'noPapers');
  });

  it('the trail has kind and number of printed codes, and no codes', async () => {
    const evening = await holdAssembly(app, { units, staff });
    const { codes, lot } = await issue(evening, 2);
    await badge(evening);
    await app.call(printCards, { params: evening, query: { lot, paper: 'letter' } }, as(evening));
    await app.call(printVotingBadges, { params: evening, query: { apartmentId: '101' } }, as(evening));
    const entries = await app.store.db
      .selectFrom('audit_entry')
      .select(['actor', 'data'])
      .where('chain', '=', `joint:${evening.jointId}`)
      .where('act', '=', 'papersPrinted')
      .orderBy('seq')
      .execute();
    expect(entries.map(({ data }) => JSON.parse(data))).toEqual([
      { what: 'cards', quantity: 2, paper: 'letter', lot },
      { what: 'votingBadges', quantity: 1, paper: 'a4', apartmentId: '101' },
    ]);
    for (const { actor, data } of entries) {
      expect(actor).toMatch(/^user:/);
      for (const code of codes) expect(data).not.toContain(code);
    }
  });

  describe.skipIf(!canLookAtPrint)('say', () => {
    it('papers show owner, unit and coefficient with four decimals, in table order', async () => {
      const evening = await holdAssembly(app, { units, staff });
      const { badges } = await badge(evening);
      const { body } = await app.call(printBadges, { params: evening }, as(evening));
      const [page = '', ...more] = textOfPdf(body.bytes);
      expect(more).toEqual([]);
      for (const words of ['Conjunto de prueba', 'ANA PEÑA', '101', '12,3456', '0,0001', '25,0000']) {
        expect(page).toContain(words);
      }
      for (const code of await wholeCodes(app, badges)) expect(page).toContain(grouped(code));
      expect(page.indexOf('ANA PEÑA')).toBeLessThan(page.indexOf('EVA'));
    });

    it('papers have only valid codes, of the named lot or unit', async () => {
      const evening = await holdAssembly(app, { units, staff });
      const first = await issue(evening, 2);
      const second = await issue(evening, 1);
      const [revoked = '', remainingCode = ''] = first.codes;
      await app.call(revokeCode, { params: { ...evening, code: revoked } }, as(evening));
      const all = await app.call(printCards, { params: evening }, as(evening));
      const [page = ''] = textOfPdf(all.body.bytes);
      expect(page).not.toContain(grouped(revoked));
      for (const code of [remainingCode, ...second.codes]) expect(page).toContain(grouped(code));
      const lot = await app.call(printCards, { params: evening, query: { lot: second.lot } }, as(evening));
      const [lotPage = ''] = textOfPdf(lot.body.bytes);
      expect(lotPage).toContain(grouped(second.codes[0] ?? '?'));
      expect(lotPage).not.toContain(grouped(remainingCode));

      await badge(evening);
      const one = await app.call(
        printBadges,
        { params: evening, query: { apartmentId: '102' } },
        as(evening),
      );
      const [onePage = ''] = textOfPdf(one.body.bytes);
      expect(onePage).toContain('LUIS');
      expect(onePage).not.toContain('EVA');
    });

    it("papers show the joint's coefficient, each unit once; a sector prints its own", async () => {
      const evening = await holdAssembly(app, {
        units,
        sectors: [
          { name: 'Torre A', units: [['101', 60, 'ANA PEÑA']] },
          { name: 'Locales', units: [['L1', 40, 'TIENDA']] },
        ],
        staff,
      });
      await badge(evening);
      const whole = await app.call(printBadges, { params: evening }, as(evening));
      const [page = ''] = textOfPdf(whole.body.bytes);
      expect(page.match(/12,3456/g)).toHaveLength(1);
      expect(page).not.toContain('60,0000');
      expect(page).toContain('TIENDA');
      const jointId = evening.joint.sectors[0]?.sectorId ?? 0;
      const sector = await app.call(printBadges, { params: { jointId } }, as(evening));
      const [sectorPage = ''] = textOfPdf(sector.body.bytes);
      expect(sectorPage).toContain('12,3456');
      expect(sectorPage).not.toContain('LUIS');
    });

    it('papers are the same after the closing', async () => {
      const evening = await holdAssembly(app, { units, staff });
      await badge(evening);
      await evening.register(['101']);
      const closed = await app.call(changeAssembly, { params: evening, body: { closed: true } }, as(evening));
      expect(closed.status).toBe(200);
      const { body } = await app.call(printBadges, { params: evening }, as(evening));
      const [page = ''] = textOfPdf(body.bytes);
      expect(page).toContain('ANA PEÑA');
      expect(page).toContain('12,3456');
      const codes = await app.call(listCodes, { params: evening }, as(evening));
      const ofUnits = codes.body.filter(({ badgeOf }) => badgeOf !== null);
      for (const code of await wholeCodes(app, ofUnits)) expect(page).toContain(grouped(code));
    });
  });
});
