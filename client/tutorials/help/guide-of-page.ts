/** Value for pages of several tasks: the manual of the reader's role. */
export const MANUAL = 'manual';

/** Guide (id on '/Tutorials') of each page by route, or `MANUAL`. Optional parameters are left out. */
export const guideOfPage: Readonly<Record<string, string>> = {
  '/': 'entrar',
  '/LogIn': 'entrar',
  '/ForgotPassword': 'entrar',
  '/NewPassword': 'entrar',
  '/FirstUser': MANUAL,
  '/Join': 'entrar',
  '/Register': 'asistencia',
  '/VoteQR': 'votar',
  '/Vote': 'votar',
  '/PruebaQR': 'practicar',
  '/LaunchPage': 'votar',
  '/CompruebeSuVoto': 'comprobante',
  '/Asamblea': 'decisiones',
  '/ActaFirmada': 'decisiones',
  '/UserHome': MANUAL,
  '/Password': MANUAL,
  '/Sessions': MANUAL,
  '/Joints': MANUAL,
  '/PersonalData': MANUAL,
  '/DataRegister': 'datos',
  '/MyData': 'sus-datos',
  '/PoliticaDeDatos': 'sus-datos',
  '/Portfolio': MANUAL,
  '/Unit': MANUAL,
  '/Users': 'usuarios',
  '/Quorum': 'pantalla',
  '/RegisterQR': 'registrar',
  '/ReverseRegister': 'cambiar',
  '/GenerateQuestion': 'preparar',
  '/AssemblyPanel': 'preguntas',
  '/Assemblies': 'cerrar',
  '/Assemblies/Prepare': 'preparar',
  '/Assemblies/Paper': 'papel',
  '/Assemblies/Codes': 'preparar',
  '/Assemblies/Invitations': 'invitaciones',
  '/Assemblies/Powers': 'poderes',
  '/Assemblies/Screens': 'pantalla',
  '/Assemblies/Challenge': 'semaforo',
  '/Assemblies/Audit': 'auditoria',
  '/Rehearsal': 'ensayo',
  '/AssemblyReporter': 'informes',
  '/BorradorActa': 'informes',
  '/Billing': 'mes',
  '/Billing/Corrections': 'corregir',
  '/Billing/Collection': 'cobranza',
  '/Billing/Fees': 'cuotas',
  '/Billing/Acts': 'corregir',
  '/Billing/Settings': 'intereses',
  '/Payments': 'registrar-pagos',
  '/BillsRelationship': 'cinco-informes',
  '/BalanceByAge': 'cinco-informes',
  '/StatementOfAccount': 'certificados',
  '/MonthlyPayments': 'contabilidad',
  '/Debtors': 'cinco-informes',
  '/StatementOfAccountOwner': 'mi-estado',
  '/Bills': 'cuanto-debo',
  '/CashReceipts': 'mis-cuentas',
  '/Pay': 'cuanto-debo',
  '/Paid': 'mis-cuentas',
  '/Verificar': 'certificados',
  '/Mailbox': MANUAL,
  '/Backups': MANUAL,
  '/RegisterAssistance': 'recibir',
  '/EventReports': 'informe-evento',
  '/Events': 'preparar-evento',
};

/** Pages about help itself. */
export const helpPages: readonly string[] = ['/Tutorials', '/Manual'];

const lower = new Map(Object.entries(guideOfPage).map(([path, guide]) => [path.toLowerCase(), guide]));

/**
 * Returns the address of the help for a page, by the longest known beginning of the path. Null on pages about help; an
 * unknown page has the list of guides.
 */
export function helpAddress(pathname: string): string | null {
  const parts = pathname.toLowerCase().split('/').filter(Boolean);
  const beginnings = parts.map((_, i) => `/${parts.slice(0, parts.length - i).join('/')}`);
  if (beginnings.some((path) => helpPages.some((page) => page.toLowerCase() === path))) return null;
  const guide = [...beginnings, ...(parts.length === 0 ? ['/'] : [])]
    .map((path) => lower.get(path))
    .find((found) => found !== undefined);
  if (guide === undefined) return '/Tutorials';
  return guide === MANUAL ? '/Manual' : `/Tutorials#${guide}`;
}
