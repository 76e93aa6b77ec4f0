import { Profile } from '../../shared/profiles.ts';

/** An entry of a menu. */
export interface MenuItem {
  label: string;
  to: string;
}

/** Entries under a heading; a menu of one group shows them side by side, without it. */
export interface MenuGroup {
  title: string;
  items: readonly MenuItem[];
}

/** Places of the landing page; their ids are the hashes. */
export const publicAnchors: readonly MenuItem[] = [
  { label: 'Quienes Somos', to: '/#whoWeAre' },
  { label: 'Nuestros Servicios', to: '/#ourServices' },
  { label: 'Nuestros Clientes', to: '/#clients' },
];

const reports: MenuGroup = {
  title: 'Informes',
  items: [
    { label: 'Relación de Facturas', to: '/BillsRelationship' },
    { label: 'Cartera por Edades', to: '/BalanceByAge' },
    { label: 'Estados de Cuenta', to: '/StatementOfAccount' },
    { label: 'Recaudos del Mes', to: '/MonthlyPayments' },
    { label: 'Morosos', to: '/Debtors' },
  ],
};

const queries: MenuGroup = {
  title: 'Consultas',
  items: [
    { label: 'Estado de Cuenta', to: '/StatementOfAccountOwner' },
    { label: 'Cuentas de Cobro', to: '/Bills' },
    { label: 'Recibos de Caja', to: '/CashReceipts' },
  ],
};

const assemblies: MenuGroup = {
  title: 'Asambleas',
  items: [
    { label: 'Quorum', to: '/Quorum' },
    { label: 'Registro de Asistencia', to: '/RegisterQR' },
    { label: 'Reversar Registro', to: '/ReverseRegister' },
    { label: 'Generar Pregunta', to: '/GenerateQuestion' },
    { label: 'Panel Asambleas', to: '/AssemblyPanel' },
    { label: 'Generar Reportes', to: '/AssemblyReporter' },
  ],
};

/** The operator's own, with its short labels and without the reports (the specification, section 6). */
const operatorAssemblies: MenuGroup = {
  title: 'Asambleas',
  items: [
    { label: 'Quorum', to: '/Quorum' },
    { label: 'Registrar', to: '/RegisterQR' },
    { label: 'Reversar', to: '/ReverseRegister' },
    { label: 'Generar Pregunta', to: '/GenerateQuestion' },
    { label: 'Panel Asambleas', to: '/AssemblyPanel' },
  ],
};

const events: MenuGroup = {
  title: 'Eventos',
  items: [
    { label: 'Registrar Asistencia', to: '/RegisterAssistance' },
    { label: 'Generar Reportes', to: '/EventReports' },
    { label: 'Eventos', to: '/Events' },
  ],
};

const platform: MenuGroup = {
  title: 'Plataforma',
  items: [
    { label: 'Copropiedades', to: '/Joints' },
    { label: 'Gestión de asambleas', to: '/Assemblies' },
    { label: 'Facturación', to: '/Billing' },
    { label: 'Pagos', to: '/Payments' },
    { label: 'Usuarios', to: '/Users' },
    { label: 'Correo', to: '/Mailbox' },
    { label: 'Copias de seguridad', to: '/Backups' },
  ],
};

/** The menu of each navigation type (the specification, section 4). Visitors have the anchors instead. */
export const menus: Record<Profile, readonly MenuGroup[]> = {
  [Profile.visitor]: [],
  [Profile.full]: [reports, queries, assemblies, events, platform],
  [Profile.admin]: [reports],
  [Profile.owner]: [queries],
  [Profile.display]: [],
  [Profile.operator]: [operatorAssemblies],
  [Profile.qr]: [],
  [Profile.events]: [events],
};

/** Where one practises: it looks as a code's session does, calls nothing, and leaves whoever is signed in alone. */
export const isPractice = (pathname: string): boolean => /^\/pruebaqr\/?$/i.test(pathname);

/** The menu at a place: none where one votes with a code, or practises it, whoever is signed in. */
export const navTypeAt = (pathname: string, navType: Profile): Profile =>
  isPractice(pathname) || /^\/voteqr(\/|$)/i.test(pathname) ? Profile.qr : navType;

/** A session opened with a code ends by withdrawing the code: it has no logout icon. */
export const hasLogout = (navType: Profile): boolean => navType !== Profile.visitor && navType !== Profile.qr;
