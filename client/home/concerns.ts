import { Profile } from '../../shared/profiles.ts';
import type { Right } from '../../shared/rights.ts';

/** Card on the home page with a link to a likely task, for example 'Ver la deuda'. */
export interface Concern {
  title: string;
  text: string;
  to: string;
}

const quorum: Concern = {
  title: 'Quorum',
  text: 'Los resultados de la asamblea, en vivo.',
  to: '/Quorum',
};
const runAssembly: readonly Concern[] = [
  {
    title: 'Códigos y escarapelas',
    text: 'Imprima escarapelas, tarjetas QR y papeletas de votación.',
    to: '/Assemblies/Codes',
  },
  { title: 'Registrar', text: 'Registre a los asistentes y entrégueles su código QR.', to: '/RegisterQR' },
  { title: 'Panel Asambleas', text: 'Active, desactive o reinicie las preguntas.', to: '/AssemblyPanel' },
  { title: 'Generar Pregunta', text: 'Cree la pregunta que se va a votar.', to: '/GenerateQuestion' },
  { title: 'Reversar', text: 'Retire el registro de un inmueble.', to: '/ReverseRegister' },
];
const reports: Concern = {
  title: 'Generar Reportes',
  text: 'Descargue la asistencia y las votaciones de una asamblea, en PDF o Excel.',
  to: '/AssemblyReporter',
};

const billingReports: readonly Concern[] = [
  {
    title: 'Relación de Facturas',
    text: 'Lo que se cobró a cada inmueble en un mes, y sus cuentas de cobro.',
    to: '/BillsRelationship',
  },
  {
    title: 'Cartera por Edades',
    text: 'Lo que debe cada inmueble, según los días que lleva vencido.',
    to: '/BalanceByAge',
  },
  {
    title: 'Estados de Cuenta',
    text: 'Los movimientos de un inmueble, y sus certificados.',
    to: '/StatementOfAccount',
  },
  { title: 'Recaudos del Mes', text: 'Los pagos que se registraron en un mes.', to: '/MonthlyPayments' },
  { title: 'Informe de Morosos', text: 'Los inmuebles con deuda vencida.', to: '/Debtors' },
];

/** Paths of the tasks of a right of an administrator, in the order of the cards. */
const tasksOfRight: Readonly<Record<Right, readonly string[]>> = {
  assemblies: ['/Assemblies', '/Assemblies/Codes', '/RegisterQR', '/AssemblyPanel', '/GenerateQuestion'],
  payments: ['/Payments'],
  months: ['/Billing'],
};

/** Returns the task cards of an administrator for a right. */
export const concernsOfRight = (right: Right): readonly Concern[] =>
  tasksOfRight[right].flatMap((to) => concernsOf(Profile.full).filter((concern) => concern.to === to));

/** Returns the task cards of the home page for a user profile. */
export function concernsOf(profile: Profile): readonly Concern[] {
  switch (profile) {
    case Profile.full:
      return [
        {
          title: 'Copropiedades',
          text: 'Cree copropiedades y cargue sus tablas de coeficientes.',
          to: '/Joints',
        },
        { title: 'Usuarios', text: 'Cree usuarios y asócieles copropiedades e inmuebles.', to: '/Users' },
        {
          title: 'Asambleas',
          text: 'Abra, convoque por segunda vez o cierre una asamblea.',
          to: '/Assemblies',
        },
        {
          title: 'Facturación',
          text: 'Cargue la planilla del mes, emita las cuentas de cobro y envíe su relación.',
          to: '/Billing',
        },
        {
          title: 'Pagos',
          text: 'Registre los pagos, cargue el archivo del banco e identifique consignaciones.',
          to: '/Payments',
        },
        ...runAssembly,
        reports,
        quorum,
      ];
    case Profile.operator:
      return [
        {
          title: 'Asambleas',
          text: 'Abra, convoque por segunda vez o cierre una asamblea.',
          to: '/Assemblies',
        },
        ...runAssembly,
        reports,
        quorum,
      ];
    case Profile.owner:
      return [
        { title: 'Entrar a la asamblea', text: 'Vea sus inmuebles registrados y vote.', to: '/LaunchPage' },
        quorum,
      ];
    case Profile.admin:
      return [...billingReports, reports, quorum];
    case Profile.display:
      return [quorum];
    case Profile.events:
      return [
        {
          title: 'Registrar Asistencia',
          text: 'Registre a los participantes de un evento.',
          to: '/RegisterAssistance',
        },
        {
          title: 'Generar Reportes',
          text: 'Descargue el registro de asistencia de un evento.',
          to: '/EventReports',
        },
        {
          title: 'Eventos',
          text: 'Cree eventos y cargue sus listas de participantes.',
          to: '/Events',
        },
      ];
    // A QR session is redirected to the voting page.
    case Profile.qr:
    case Profile.visitor:
      return [];
  }
}
