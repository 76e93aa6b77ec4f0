import { plainLetters } from './plain-letters.ts';

const words = (list: string): string => list.split(' ').join('|');

/** Pattern of legal forms, and of words that only companies have. */
const COMPANY = new RegExp(
  `(?:^|[^A-Z])(?:${[
    ...[
      'S\\.? ?A\\.? ?S\\.?',
      'S\\. ?A\\.?',
      '(?<!\\bDE )S ?A$',
      'E\\. ?S\\. ?P\\.?',
      'ESP$',
      'E\\. ?U\\.?',
      'P\\. ?[AH]\\.?',
      '(?:EU|INC\\.?|LLC|CORP\\.?)$',
      'S\\.? ?C\\.? ?[AS]\\.?$',
    ],
    ...[
      'S\\.? (?:EN|EM) ?C\\.?(?: ?S\\.?)?',
      '(?:Y|&) (?:CIA\\.?|ASOCIADOS)',
      'PATRIMONIO AUTONOMO',
      'SOCIEDAD (?:ANONIMA|EN COMANDITA|POR ACCIONES)',
      'UNION TEMPORAL',
    ],
    words(
      'LTDA\\.? LIMITADA COMPANIA BANCOLOMBIA DAVIVIENDA LEASING FIDUCIARIA FIDEICOMISO FIDUCOLOMBIA INMOBILIARIA',
    ),
    words('CONSTRUCTORA COMERCIALIZADORA COOPERATIVA CONSORCIO URBANIZADORA PROMOTORA'),
  ].join('|')})(?:[^A-Z]|$)`,
);

/** Pattern of the first word of an organisation. Later words may be surnames ('MARIA DEL BANCO'). */
const ORGANISATION = new RegExp(
  `^(?:(?:LA|EL|LOS|LAS) )?(?:${words(
    'SOCIEDAD INVERSIONES INVERSORA CONSTRUCCIONES BANCO FUNDACION CORPORACION ASOCIACION MUNICIPIO ALCALDIA GOBERNACION MINISTERIO EDIFICIO CONJUNTO PARROQUIA IGLESIA COLEGIO CLUB DIOCESIS ARQUIDIOCESIS CONGREGACION COMUNIDAD UNIVERSIDAD INSTITUTO INSTITUCION HOSPITAL CLINICA FONDO CAJA SINDICATO LICEO ESCUELA GIMNASIO JARDIN HOTEL RESTAURANTE GRUPO AGROPECUARIA DISTRIBUIDORA TRANSPORTES INDUSTRIA INDUSTRIAS EMPRESA EMPRESAS SERVICIOS ALMACEN ALMACENES FERRETERIA DROGUERIA NACION DEPARTAMENTO DISTRITO SECRETARIA ADMINISTRADORA ADMINISTRACIONES CENTRO TEMPLO MISION ARZOBISPADO JUNTA PARQUEADERO PARQUEADEROS LABORATORIO LABORATORIOS CONVENTO MONASTERIO FEDERACION CAMARA EMBAJADA POLICIA EJERCITO CRUZ ROJA SUPERMERCADO INGENIERIA ORGANIZACION HOGAR ONG PA ITAU SCOTIABANK DIAN ICBF SAE IPS EPS DIRECCION INV\\.? CONJ\\.?',
  )
    .replace('CRUZ|ROJA', 'CRUZ ROJA')
    .replace('SOCIEDAD', 'SOCIEDAD(?! CONYUGAL)')})(?= |$)`,
);

/** True if a name has the words of a company or another organisation: 'Inversiones Ruiz S.A.S.'. */
export const isCompanyName = (name: string): boolean => {
  const letters = plainLetters(name).replace(/[.,; ]+$/, (end) => (end.startsWith('.') ? '.' : ''));
  return COMPANY.test(letters) || ORGANISATION.test(letters);
};

/** Pattern of the separators that always stand between owners. */
const CERTAIN = /\s+\/\s+|[\n;|]|\s+[yY]\s*\/\s*[oO]\s+/;

/**
 * Splits a text with several owners of a unit into a text per owner, at ' / ', line breaks and other
 * separators never used within a name.
 */
export const cellsOf = (cell: string): string[] => cell.split(CERTAIN).map((part) => part.trim());

/**
 * True if an owner named in the cell is a company or another organisation.
 * @param cell text with the owners of a unit
 */
export const namesCompany = (cell: string): boolean => cellsOf(cell).some(isCompanyName);
