import { describe, expect, it } from 'vitest';
import { centavos, formatMoney, formatPesos, sumMoney } from '../../../shared/money.ts';
import { renderPdf } from '../../platform/documents/render-pdf.ts';
import { reportPaper } from '../../platform/documents/report-layout.ts';
import { canLookAtPrint, type PrintedPage, textOfPdf, wordsOfPdf } from '../../testing/setup/print.ts';
import { balanceByAgeLayout } from './balance-by-age.report.ts';
import {
  agesOfUnits,
  certificateOf,
  clearanceOf,
  paymentsOfMonth,
  relationOfUnits,
} from './books.fixture.ts';
import { clearanceLayout } from './clearance.report.ts';
import { debtCertificateLayout } from './debt-certificate.report.ts';
import { monthsPaymentsLayout } from './months-payments.report.ts';
import { relationLayout } from './relation.report.ts';

/** Checks that all printed words are inside the margins. */
function expectWithin(pages: readonly PrintedPage[]): void {
  for (const { width, height, words } of pages) {
    expect(words.length).toBeGreaterThan(0);
    for (const word of words) {
      expect(word.left, word.text).toBeGreaterThanOrEqual(41);
      expect(word.right, word.text).toBeLessThanOrEqual(width - 41);
      expect(word.bottom, word.text).toBeLessThanOrEqual(height - 12);
    }
  }
}

/** Checks that no printed amount is broken over two lines. */
function expectWhole(pages: readonly PrintedPage[], amounts: readonly string[]): void {
  const words = new Set(pages.flatMap((page) => page.words.map(({ text }) => text)));
  for (const amount of amounts) expect(words.has(amount), amount).toBe(true);
}

describe.skipIf(!canLookAtPrint)('billing reports on paper', () => {
  it.each([1, 240])(
    'the relación of %i units prints every figure whole, with totals below',
    { tags: 'slow' },
    async (quantity) => {
      const report = relationOfUnits(quantity);
      const pdf = await renderPdf(reportPaper(relationLayout(report)));
      const pages = wordsOfPdf(pdf);
      expectWithin(pages);
      const { rows, totals } = report.relation;
      const standing = rows.filter(({ annulled }) => !annulled);
      expectWhole(
        pages,
        standing.flatMap(({ overdueCapital, total, fee }) => [overdueCapital, total, fee].map(formatMoney)),
      );
      expectWhole(pages, [totals.total, totals.overdueCapital, totals.credit, totals.fee].map(formatMoney));
      const text = textOfPdf(pdf);
      expect(text.at(-1)).toContain(quantity === 1 ? 'Total' : 'Cuentas de cobro anuladas');
      for (const page of text) expect(page).toMatch(/Registro de auditoría billing:7/);
      expect(text[0]).toContain(formatPesos(totals.total));
    },
  );

  it('the aging report prints inside the margins with every figure whole', async () => {
    const report = agesOfUnits(240);
    const pages = wordsOfPdf(await renderPdf(reportPaper(balanceByAgeLayout(report))));
    expectWithin(pages);
    const totals = (['current', 'd30', 'd60', 'd120', 'older', 'credit', 'balance'] as const).map((column) =>
      formatMoney(sumMoney(report.rows.map((row) => row[column]))),
    );
    expectWhole(pages, [...totals, ...report.rows.map(({ balance }) => formatMoney(balance))]);
  });

  it("the payments report prints the month's money, and the money that does not count", async () => {
    const report = paymentsOfMonth(60);
    const pdf = await renderPdf(reportPaper(monthsPaymentsLayout(report)));
    expectWithin(wordsOfPdf(pdf));
    const all = textOfPdf(pdf).join('\n');
    expect(all).toContain(formatPesos(report.total));
    for (const text of [
      'Consignaciones por identificar',
      'Identificadas, de meses antes',
      'no se suma otra vez',
      'Recibos anulados',
      'Se resta lo que nunca llegó',
    ]) {
      expect(all).toContain(text);
    }
  });

  it('certificates print the debt, or the absence of debt', { tags: 'slow' }, async () => {
    const long = await renderPdf(reportPaper(debtCertificateLayout(certificateOf(30))));
    expectWithin(wordsOfPdf(long));
    const words = (pdf: Uint8Array) => textOfPdf(pdf).join(' ').replace(/\s+/g, ' ');
    expect(words(long)).toContain('presta mérito ejecutivo conforme al artículo 48 de la Ley 675 de 2001');
    expect(words(long)).toContain(`Total adeudado: ${formatPesos(centavos(30 * 26_041_056))}`);
    expect(words(long)).toContain('900.123.456-7');
    expect(words(long)).toContain(`${formatPesos(centavos(30 * 45_600))} intereses causados hasta hoy`);
    expect(words(long)).toContain(
      'No incluyen los de mayo de 2026, cuya tasa máxima legal no está registrada.',
    );
    const clear = words(await renderPdf(reportPaper(clearanceLayout(clearanceOf(25_872_000, 25_872_000)))));
    expect(clear).toContain('se encuentra a paz y salvo con la copropiedad a 31 de mayo de 2026');
    expect(clear).toContain(
      'Tiene cobros por $ 258.720 que aún no vencen; el primero vence el 30 de junio de 2026.',
    );
    const credit = words(await renderPdf(reportPaper(clearanceLayout(clearanceOf(-17_500_000, 0)))));
    expect(credit).toContain('Tiene un saldo a favor de $ 175.000.');
    expect(credit).not.toContain('aún no vencen');
    for (const paper of [words(long), clear, credit]) expect(paper).toContain('Nombre: Nubia Rocío Cárdenas');
    expect(clear).toContain('Es válido hasta el 30 de junio de 2026.');
    expect(words(long)).toContain('Intereses de mora por mes');
    expect(words(long)).toContain(
      'Julio - 2024 25,62 % efectiva anual 31 2.069.760 2.000.000 1.690,56 Máxima legal: Resolución 20 días de 2.069.760',
    );
    expect(words(long)).toContain('Total 50.716,80');
  });

  it('a certificate never leaves the signature alone on a page', { tags: 'slow' }, async () => {
    for (let instalments = 10; instalments < 22; instalments++) {
      const pages = textOfPdf(
        await renderPdf(reportPaper(debtCertificateLayout(certificateOf(instalments)))),
      );
      const signed = pages.filter((page) => page.includes('Firma del administrador'));
      expect(signed).toHaveLength(1);
      expect(signed[0]?.replace(/\s+/g, ' '), `${instalments} instalments`).toContain(
        'presta mérito ejecutivo conforme al artículo 48',
      );
    }
  });

  it('a company as administrator signs through a person, with a blank for the name', async () => {
    const administrator = 'Administraciones Peña S.A.S.';
    for (const layout of [
      debtCertificateLayout({ ...certificateOf(1), administrator }),
      clearanceLayout({ ...clearanceOf(0, 0), administrator }),
    ]) {
      const text = textOfPdf(await renderPdf(reportPaper(layout)))
        .join(' ')
        .replace(/\s+/g, ' ');
      expect(text).toContain(
        `Quien suscribe, en nombre de ${administrator}, administrador y representante legal de`,
      );
      expect(text).toContain(
        `Por ${administrator}, administrador y representante legal Nombre de quien firma: Documento de identidad:`,
      );
      expect(text).not.toContain(`Nombre: ${administrator}`);
    }
  });
});
