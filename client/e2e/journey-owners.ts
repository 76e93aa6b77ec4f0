/** Owners of a journey from the notice to the morning after: a unit each, and the fate of the mails to each address. */
import { readRealUnits } from './real-table.ts';
import { madeUpTable, sumOf, type Unit, type UnitTable } from './tables.ts';

/**
 * Fate of an owner's mails: taken by the mail server at once, taken after a delay, refused, taken and bounced later; 'paper':
 * without an address.
 */
export type Fate = 'taken' | 'delayed' | 'refused' | 'bounced' | 'paper';

export interface JourneyOwner {
  unit: Unit;
  name: string;
  email: string | null;
  fate: Fate;
}

/** Fates of twelve owners, repeated along the table. */
const FATES: readonly Fate[] = [
  'taken',
  'taken',
  'taken',
  'delayed',
  'taken',
  'refused',
  'taken',
  'bounced',
  'taken',
  'paper',
  'taken',
  'taken',
];

/**
 * Makes an owner for each unit of the real table (`isReal`), or of an invented table of twelve units. Without a mailbox of
 * bounces (`bounces`) no mail bounces.
 */
export async function journeyOwners(isReal: boolean, bounces: boolean): Promise<JourneyOwner[]> {
  const units = isReal ? await readRealUnits() : madeUpTable('unidades.csv', FATES.length, 1, 1).units;
  return units.map((unit, at) => {
    const drawn = FATES[at % FATES.length] ?? 'taken';
    const fate = drawn === 'bounced' && !bounces ? 'taken' : drawn;
    const number = String(at + 1).padStart(3, '0');
    const name = `DUEÑO ${number}`;
    return {
      unit: { ...unit, owner: name },
      name,
      email: fate === 'paper' ? null : `d${number}@${fate}.example.co`,
      fate,
    };
  });
}

/** Writes the sheet of the administrator: unit, owner, document, address and coefficient. */
export function sheetOf(owners: readonly JourneyOwner[]): Pick<UnitTable, 'fileName' | 'csv'> {
  const rows = owners.map(
    ({ unit, name, email }, at) =>
      `${unit.apartmentId};${name};${52_000_001 + at};${email ?? ''};${unit.coefficient.replace('.', ',')}`,
  );
  return {
    fileName: 'propietarios.csv',
    csv: ['unidad;propietario;cédula;correo electrónico;coeficiente', ...rows, ''].join('\n'),
  };
}

/** Writes the report of a mail server about an undelivered mail (RFC 3464). */
export const bounceOf = (returnTo: string, address: string): string => `Return-Path: <>
From: Correo <MAILER-DAEMON@ejemplo.co>
To: ${returnTo}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="corte"

--corte
Content-Type: text/plain

El mensaje no se pudo entregar.
--corte
Content-Type: message/delivery-status

Reporting-MTA: dns; correo.ejemplo.co

Final-Recipient: rfc822; ${address}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <${address}>: No such user here
--corte--
`;

/** Splits centavos by coefficient: whole centavos, then a centavo each to the largest remainders. */
export function handShares(whole: bigint, owners: readonly JourneyOwner[]): Map<JourneyOwner, bigint> {
  const weights = owners.map(({ unit }) => sumOf([unit]));
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  const parts = weights.map((weight, at) => ({
    at,
    floor: (whole * weight) / sum,
    rest: (whole * weight) % sum,
  }));
  const left = Number(whole - parts.reduce((total, { floor }) => total + floor, 0n));
  const raised = new Set(
    [...parts]
      .sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
      .slice(0, left)
      .map(({ at }) => at),
  );
  return new Map(owners.map((owner, at) => [owner, (parts[at]?.floor ?? 0n) + (raised.has(at) ? 1n : 0n)]));
}

/** Formats centavos as on screens: '$ 199.172,47'. */
export function pesosText(centavos: bigint): string {
  const rest = String(centavos % 100n).padStart(2, '0');
  const whole = String(centavos / 100n).replace(/\B(?=(\d{3})+$)/g, '.');
  return `$ ${whole}${rest === '00' ? '' : `,${rest}`}`;
}
