import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { FileAnswer } from '../../../shared/api.ts';
import { type Day, type Month, monthWords } from '../../../shared/days.ts';
import { date } from '../../../shared/format.ts';
import { centavos, formatPesos } from '../../../shared/money.ts';
import { bodyWidth } from '../../platform/documents/report-page.ts';
import { inks, prose } from '../../platform/documents/report-text.ts';
import { bookPage, bookWorkbook } from './book-page.ts';
import { type BookTable, tableInWorkbook, tableOnPaper } from './book-table.ts';
import { type BookFact, day, money, monthHeading, textFact } from './facts.ts';
import type { Clearance, DebtCertificate } from './read-certificate.ts';
import { type DebtRow, debtTotals } from './read-debt.ts';

/** A day in words, at noon of it in Bogotá: '31 de mayo de 2026'. */
const dayWords = (of: Day): string => date(`${of}T17:00:00Z`);

/** The debt of a unit as the law wants it certified (Ley 675 de 2001, art. 48). */
export function debtCertificatePdf(certificate: DebtCertificate): TDocumentDefinitions {
  const { rows, interestThrough } = certificate;
  const { capital, interest, total } = debtTotals(rows);
  return bookPage(
    { ...headOf('Certificado de Deuda', certificate), facts: debtFacts(certificate) },
    {
      orientation: 'portrait',
      content: [
        paragraph(
          `${signerWords(certificate)} certifica que ${ownerWords(certificate)} adeuda a la copropiedad, a ${dayWords(certificate.day)}, las siguientes obligaciones vencidas, exigibles y no pagadas, por expensas comunes y demás cobros de que trata la Ley 675 de 2001:`,
        ),
        tableOnPaper(debtTable(certificate), { width: bodyWidth() }),
        paragraph(
          `Total adeudado: ${formatPesos(total)}, de los cuales ${formatPesos(capital)} son capital y ${formatPesos(interest)} intereses de mora.`,
        ),
        paragraph(interestWords(interestThrough)),
        paragraph(
          'Este certificado se expide por el administrador, sin ningún requisito ni procedimiento adicional, y presta mérito ejecutivo conforme al artículo 48 de la Ley 675 de 2001.',
        ),
        signature(certificate),
      ],
    },
  );
}

/** The same figures to reckon with: its instalments, and what the paper says of them in words. */
export const debtCertificateWorkbook = (name: string, certificate: DebtCertificate): Promise<FileAnswer> =>
  bookWorkbook(
    name,
    {
      ...headOf('Certificado de Deuda', certificate),
      facts: [
        ...ownerFacts(certificate),
        ...debtFacts(certificate),
        ...(certificate.interestThrough === null
          ? []
          : [textFact('Intereses liquidados hasta', monthHeading(certificate.interestThrough))]),
      ],
    },
    [tableInWorkbook(debtTable(certificate))],
  );

function debtFacts({ day: seen, rows }: DebtCertificate): BookFact[] {
  const { capital, interest, total } = debtTotals(rows);
  return [
    day('A corte de', seen),
    money('Capital', capital),
    money('Intereses de mora', interest),
    money('Total', total),
  ];
}

function debtTable({ rows, unit }: DebtCertificate): BookTable<DebtRow> {
  const several = unit.units.length > 1 || rows.some(({ apartmentId }) => apartmentId !== unit.apartmentId);
  return {
    name: 'Obligaciones vencidas',
    rows,
    empty: '',
    columns: [
      {
        title: 'Concepto',
        kind: 'text',
        width: 180,
        value: (row) => row.concept,
        small: ({ month, apartmentId }) =>
          [month === null ? '' : monthWords(month), several ? `Inmueble ${apartmentId}` : '']
            .filter((part) => part !== '')
            .join(' · '),
      },
      {
        title: 'Mes',
        kind: 'text',
        width: 0,
        value: ({ month }) => (month === null ? null : monthHeading(month)),
      },
      { title: 'Inmueble', kind: 'text', width: 0, value: (row) => row.apartmentId },
      { title: 'Vencimiento', kind: 'day', width: 64, value: (row) => row.dueDate },
      { title: 'Capital', kind: 'money', width: 80, value: (row) => row.capital, total: true },
      { title: 'Intereses de mora', kind: 'money', width: 80, value: (row) => row.interest, total: true },
      { title: 'Total', kind: 'money', width: 84, value: (row) => row.total, total: true },
    ],
  };
}

/** The paz y salvo of a unit that owes nothing overdue. */
export function clearancePdf(clearance: Clearance): TDocumentDefinitions {
  const { balance, toCome, nextDueDate } = clearance;
  const content: Content[] = [
    paragraph(
      `${signerWords(clearance)} certifica que ${ownerWords(clearance)} se encuentra a paz y salvo con la copropiedad a ${dayWords(clearance.day)}: no debe expensas comunes ordinarias ni extraordinarias, multas, intereses de mora ni otros cobros vencidos a esa fecha.`,
    ),
  ];
  if (toCome > 0 && nextDueDate !== null) {
    content.push(
      paragraph(
        `Tiene cobros por ${formatPesos(toCome)} que aún no vencen; el primero vence el ${dayWords(nextDueDate)}.`,
      ),
    );
  }
  if (balance < 0) {
    content.push(paragraph(`Tiene un saldo a favor de ${formatPesos(centavos(-balance))}.`));
  }
  content.push(
    paragraph('Se expide para los efectos del artículo 29 de la Ley 675 de 2001.'),
    signature(clearance),
  );
  return bookPage(
    { ...headOf('Paz y Salvo', clearance), facts: [day('A corte de', clearance.day)] },
    { orientation: 'portrait', content },
  );
}

/** What it says, fact by fact. */
export function clearanceWorkbook(name: string, clearance: Clearance): Promise<FileAnswer> {
  const { balance, toCome, nextDueDate } = clearance;
  return bookWorkbook(
    name,
    {
      ...headOf('Paz y Salvo', clearance),
      facts: [
        ...ownerFacts(clearance),
        day('A corte de', clearance.day),
        textFact('Estado', 'A paz y salvo'),
        money('Cobros que aún no vencen', toCome),
        ...(nextDueDate === null ? [] : [day('El primero vence', nextDueDate)]),
        money('Saldo a favor', centavos(Math.max(-balance, 0))),
      ],
    },
    [],
  );
}

function interestWords(through: Month | null): string {
  const until = through === null ? '' : `están liquidados hasta ${monthWords(through)} y `;
  return `Los intereses de mora ${until}se causan hasta el pago total, a la tasa que señala el artículo 30 de la Ley 675 de 2001.`;
}

type Ground = Pick<DebtCertificate, 'heading' | 'unit' | 'nit' | 'day'>;

const headOf = (title: string, ground: Ground) => ({
  title,
  heading: ground.heading,
  subject: unitWords(ground),
});

/** Whose it is: on paper in its sentences. */
const ownerFacts = ({ nit, unit: { owner, ownerDocument } }: Ground): BookFact[] => [
  ...(nit === '' ? [] : [textFact('NIT', nit)]),
  ...(owner === '' ? [] : [textFact('Propietario', owner)]),
  ...(ownerDocument === null ? [] : [textFact('Documento del propietario', ownerDocument)]),
];

const unitWords = ({ unit: { units } }: Ground): string =>
  units.length === 1 ? `Inmueble ${units[0]}` : `Inmuebles ${units.join(', ')}`;

function signerWords({ heading, nit }: Ground): string {
  const whose = nit === '' ? heading.jointName : `${heading.jointName}, NIT ${nit}`;
  return `Quien suscribe, en calidad de administrador y representante legal de ${whose},`;
}

function ownerWords({ unit: { units, owner, ownerDocument } }: Ground): string {
  const what =
    units.length === 1 ? `el inmueble ${units[0]}` : `la cuenta de los inmuebles ${units.join(', ')}`;
  if (owner === '') return what;
  const document = ownerDocument === null ? '' : `, con documento de identidad ${ownerDocument}`;
  return `${what}, de propiedad de ${owner}${document},`;
}

const paragraph = (said: string): Content => prose(said, { fontSize: 10.5, margin: [0, 8, 0, 2] });

/** The only blanks: who signs. */
function signature({ day: of }: Ground): Content {
  return {
    unbreakable: true,
    margin: [0, 14, 0, 0],
    stack: [
      prose(`Expedido el ${dayWords(of)}.`, { fontSize: 10.5 }),
      {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: 240, y2: 0, lineWidth: 0.8, lineColor: inks.ink }],
        margin: [0, 58, 0, 4],
      },
      prose('Firma del administrador y representante legal', { fontSize: 9 }),
      prose('Nombre:', { fontSize: 9, margin: [0, 6, 0, 0] }),
      prose('Documento de identidad:', { fontSize: 9, margin: [0, 6, 0, 0] }),
    ],
  };
}
