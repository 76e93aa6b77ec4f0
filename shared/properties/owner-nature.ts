import { BETWEEN_OWNERS } from './owner-key.ts';

/** Who owns a unit: one person, several people, or a company, which attends by somebody else. */
export const ownerNatures = ['person', 'several', 'company'] as const;
export type OwnerNature = (typeof ownerNatures)[number];

/** Words of companies' names, as Colombian registries write them: kinds of companies first, then what only they are called. */
const COMPANY = new RegExp(
  `(?:^|[^A-Z])(?:${[
    'S\\.? ?A\\.? ?S\\.?',
    'S\\. ?A\\.?',
    'S ?A',
    'LTDA\\.?',
    'LIMITADA',
    'E\\. ?S\\. ?P\\.?',
    'ESP',
    'E\\. ?U\\.?',
    'S\\.? (?:EN|EM) ?C\\.?(?: ?S\\.?)?',
    '(?:Y|&) C[IÍ]A\\.?',
    'COMPA[NÑ][IÍ]A',
    'SOCIEDAD',
    'INVERSIONES',
    'CONSTRUCTORA',
    'CONSTRUCCIONES',
    'INMOBILIARIA',
    'COMERCIALIZADORA',
    'BANCO',
    'BANCOLOMBIA',
    'DAVIVIENDA',
    'LEASING',
    'FIDUCIARIA',
    'FIDEICOMISO',
    'FIDUCOLOMBIA',
    'PATRIMONIO AUT[OÓ]NOMO',
    'FUNDACI[OÓ]N',
    'CORPORACI[OÓ]N',
    'ASOCIACI[OÓ]N',
    'COOPERATIVA',
    'CONSORCIO',
    'MUNICIPIO',
    'ALCALD[IÍ]A',
    'GOBERNACI[OÓ]N',
    'MINISTERIO',
    'EDIFICIO',
    'CONJUNTO',
  ].join('|')})(?:[^A-Z]|$)`,
  'u',
);

/** A NIT: nine digits that begin with 8 or 9, with its check digit or without. A cédula has up to eight digits, or ten. */
const NIT = /^[89]\d{8}\d?$/;

/**
 * Tells whose presence needs a name of its own in the acta: a company cannot come in person, and of several owners
 * it is not known who came (Ley 675 de 2001, art. 47: name and capacity of each attendee).
 * @param document of the owner, or of several, as the table of units has it
 */
export function ownerNature(name: string, document: string | null): OwnerNature {
  if (COMPANY.test(name.toUpperCase())) return 'company';
  const documents = (document ?? '').split(BETWEEN_OWNERS);
  if (name.split(BETWEEN_OWNERS).length > 1 || documents.length > 1) return 'several';
  const [own = ''] = documents;
  const isLabelled = /\bNIT\b/i.test(own);
  const digits = own.replace(/\D/g, '');
  // With its check digit a NIT has ten digits, as a young person's cédula: only the hyphen before the last tells.
  const isNit = NIT.test(digits) && (digits.length === 9 || /-\s*\d$/.test(own.trim()));
  return isLabelled || isNit ? 'company' : 'person';
}
