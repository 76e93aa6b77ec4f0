import type { Content } from 'pdfmake/interfaces.js';
import type { Day } from '../../../shared/days.ts';
import { date } from '../../../shared/format.ts';
import { isCompanyName } from '../../../shared/properties/company-names.ts';
import { onPaper } from '../../platform/documents/report-layout.ts';
import { inks, prose } from '../../platform/documents/report-text.ts';
import { type Fact, inBook, textFact } from '../../platform/documents/table.ts';
import { bookFacts } from './heading.ts';
import type { CertificateGround } from './read-certificate.ts';

/** Formats a day in Spanish for the sentences of certificates: '31 de mayo de 2026'. */
export const dayWords = (of: Day): string => date(`${of}T17:00:00Z`);

/**
 * Returns the parts of the layout common to both certificates of a unit (debt certificate, 'paz y salvo'):
 * the heading of the page, and the units as the subject of the document.
 */
export const groundOf = (ground: CertificateGround) => ({
  heading: ground.heading,
  subject: certificateUnits(ground),
});

/**
 * Returns the facts about joint, units and owner at the top of a certificate's spreadsheet. The printed
 * certificate tells the facts in sentences instead.
 */
export const ownerFacts = (ground: CertificateGround): Fact[] => {
  const { nit, unit } = ground;
  return [
    ...bookFacts(ground.heading, certificateUnits(ground)),
    ...inBook([
      ...(nit === '' ? [] : [textFact('NIT', nit)]),
      ...(unit.owner === '' ? [] : [textFact('Propietario', unit.owner)]),
      ...(unit.ownerDocument === null ? [] : [textFact('Documento del propietario', unit.ownerDocument)]),
    ]),
  ];
};

const certificateUnits = ({ unit: { units } }: CertificateGround): string =>
  units.length === 1 ? `Inmueble ${units[0]}` : `Inmuebles ${units.join(', ')}`;

/**
 * Returns the opening of a certificate in Spanish, about the signing administrator: 'Quien suscribe, en
 * calidad de administrador y representante legal de Torres del Parque, NIT 900123456,'. A company as administrator acts
 * through its own representative (Ley 675 de 2001, art. 50). Leaves out the tax number if `nit` is ''.
 */
export function signerWords({ heading, nit, administrator }: CertificateGround): string {
  const whose = nit === '' ? heading.jointName : `${heading.jointName}, NIT ${nit}`;
  return isCompanyName(administrator)
    ? `Quien suscribe, en nombre de ${administrator}, administrador y representante legal de ${whose},`
    : `Quien suscribe, en calidad de administrador y representante legal de ${whose},`;
}

/**
 * Returns the Spanish words of a certificate for the units and the owner: the sentence part after the
 * opening, with the owner's document if known.
 */
export function ownerWords({ unit: { units, owner, ownerDocument } }: CertificateGround): string {
  const what =
    units.length === 1 ? `el inmueble ${units[0]}` : `la cuenta de los inmuebles ${units.join(', ')}`;
  if (owner === '') return what;
  const document = ownerDocument === null ? '' : `, con documento de identidad ${ownerDocument}`;
  return `${what}, de propiedad de ${owner}${document},`;
}

/**
 * Builds the paragraphs of text of a certificate as PDF, not for the spreadsheet. A paragraph for each text.
 */
export const paragraphs = (...texts: string[]) => onPaper(() => texts.map(paragraph));

const paragraph = (text: string) => prose(text, { fontSize: 10.5, margin: [0, 8, 0, 2] });

/**
 * Builds the end of a certificate as PDF, on a single page: last paragraph, date of issue, a line for the signature of the legal
 * representative, the administrator's name (a blank if unknown), and a blank for the document. For a company as
 * administrator, the name of the signing person is a blank too.
 */
export const signature = ({ day: of, administrator }: CertificateGround, last: string) =>
  onPaper((): Content[] => {
    const isCompany = isCompanyName(administrator);
    const lines = isCompany
      ? [`Por ${administrator}, administrador y representante legal`, 'Nombre de quien firma:']
      : ['Firma del administrador y representante legal', `Nombre: ${administrator}`.trim()];
    return [
      {
        unbreakable: true,
        stack: [
          paragraph(last),
          prose(`Expedido el ${dayWords(of)}.`, { fontSize: 10.5, margin: [0, 14, 0, 0] }),
          {
            canvas: [{ type: 'line', x1: 0, y1: 0, x2: 240, y2: 0, lineWidth: 0.8, lineColor: inks.ink }],
            margin: [0, 58, 0, 4],
          },
          ...[...lines, 'Documento de identidad:'].map((line, at) =>
            prose(line, { fontSize: 9, margin: [0, at === 0 ? 0 : 6, 0, 0] }),
          ),
        ],
      },
    ];
  });
