import { Profile } from '../../shared/profiles.ts';

/** Link of the menu: the visible text (`label`) and the path of the page (`to`). */
export interface MenuItem {
  label: string;
  to: string;
}

/**
 * Heading of a menu with the links below. A menu with a single group shows the links side by side, without heading.
 */
export interface MenuGroup {
  title: string;
  items: readonly MenuItem[];
}

/** Menu links to the sections of the landing page. Each hash is the id of a section. */
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

/** Menu part for the operator of assemblies, with short labels and without reports (specification, section 6). */
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

/** Menu for each profile (specification, section 4). Visitors see `publicAnchors` instead. */
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
