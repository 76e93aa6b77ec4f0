/** Pictures of the tutorials: scene, size of the screen, part of the screen, and framed element. */
import type { Locator, Page } from 'playwright-core';
import type { SceneContext } from '../../client/e2e/scenes/context.ts';

/** Sizes of the window in points, with pixels of the picture per point. */
export const views = {
  phone: { width: 360, height: 600, scale: 2 },
  tall: { width: 360, height: 860, scale: 1.75 },
  twoCards: { width: 360, height: 950, scale: 1.75 },
  laptop: { width: 1024, height: 700, scale: 1 },
  /** Window high enough for the form of a report and the beginning of its result. */
  report: { width: 1024, height: 1000, scale: 1 },
} as const;

export interface Shot {
  scene: string;
  /** True for a picture of the landing page, in client/home/pictures. */
  isOfLanding?: true;
  view: keyof typeof views;
  /** Part of the page to show. Default: the whole window. */
  part?: (page: Page) => Locator;
  /** Element to frame, usually the control to press. */
  mark?: (page: Page) => Locator;
  /** Acts to run in the scene before the picture. */
  before?: (stage: SceneContext) => Promise<void>;
}

const main = (page: Page) => page.locator('main > *');
/** Returns a function that finds a card on a page by its title. */
const card = (title: string | RegExp) => (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) }).last();
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name });

/** Pictures of the tutorials and of the landing page by file name. */
export const shots: Readonly<Record<string, Shot>> = {
  'landing-wall': { scene: 'quorum/4-display-question-open', view: 'laptop', isOfLanding: true },
  'landing-phone': { scene: 'vote/3-owner-chosen', view: 'tall', isOfLanding: true },
  'landing-bill': { scene: 'bill/3-owner-ready', view: 'tall', isOfLanding: true },

  login: { scene: 'login/0-nobody-ready', view: 'phone', mark: button('Aceptar') },
  'register-inactive': { scene: 'register/3-owner-inactive', view: 'phone' },
  'register-active': {
    scene: 'register/3-owner-active',
    view: 'phone',
    mark: button('Registrar Asistencia'),
  },
  join: { scene: 'join/0-nobody-ready', view: 'tall', mark: button('Avisar a la mesa') },
  'launch-question': {
    scene: 'launch/3-owner-question-open',
    view: 'tall',
    mark: (page) => page.getByRole('link', { name: 'Votar' }),
  },
  'vote-chosen': { scene: 'vote/3-owner-chosen', view: 'tall', mark: button('Votar') },
  'vote-asking': { scene: 'vote/3-owner-asking', view: 'tall', mark: button('Sí') },
  'vote-thanks': {
    scene: 'vote/3-owner-thanks',
    view: 'tall',
    mark: (page) => page.locator('main ul').last(),
  },
  receipts: {
    scene: 'vote-qr/6-code-voted',
    view: 'tall',
    mark: (page) => page.getByRole('list', { name: /^Comprobantes/ }),
  },
  practice: { scene: 'practice/0-nobody-ready', view: 'phone' },
  'practice-thanks': { scene: 'practice/0-nobody-thanks', view: 'phone' },

  door: {
    scene: 'register-qr/5-operator-running',
    view: 'laptop',
    part: main,
    mark: (page) => page.getByLabel('Código QR'),
  },
  'door-proxy': {
    scene: 'register-qr/5-operator-by-proxy',
    view: 'laptop',
    part: main,
    mark: (page) => page.locator('label', { hasText: 'Por poder' }),
  },
  'door-exchange': {
    scene: 'register-qr/5-operator-running',
    view: 'laptop',
    before: (stage) => stage.press('Cambiar QR'),
    mark: (page) => page.getByRole('dialog'),
  },
  'door-pending': {
    scene: 'register-qr/5-operator-to-be-sent',
    view: 'laptop',
    part: main,
    mark: (page) => page.getByText('1 por enviar'),
  },
  'door-count': {
    scene: 'register-qr/5-operator-counting',
    view: 'laptop',
    part: main,
    mark: (page) => page.getByRole('tab', { name: 'Conteo de votos' }),
  },
  reverse: {
    scene: 'reverse-register/5-operator-asking',
    view: 'laptop',
    mark: (page) => page.getByRole('alertdialog'),
  },

  'paper-evening': {
    scene: 'paper-evening/5-operator-sums-different',
    view: 'laptop',
    part: card('1. Lista de asistencia'),
    mark: (page) => page.getByLabel('Una línea por persona'),
  },
  challenge: { scene: 'challenge/5-operator-ready', view: 'laptop' },
  rehearsal: { scene: 'rehearsal/5-operator-start', view: 'laptop' },
  'signed-acta': { scene: 'signed-acta/3-owner-published', view: 'phone' },

  prepare: { scene: 'prepare/5-operator-ready', view: 'laptop' },
  codes: { scene: 'codes/5-operator-ready', view: 'laptop', mark: button(/^Crear las que faltan/) },
  question: {
    scene: 'generate-question/5-operator-preparing',
    view: 'laptop',
    mark: button(/^Guardar como preparada/),
  },
  'panel-preparing': {
    scene: 'panel/5-operator-preparing',
    view: 'laptop',
    mark: (page) => button(/^Activar/)(page).last(),
  },
  panel: { scene: 'panel/5-operator-running', view: 'laptop', mark: button('Cerrar votación') },
  'wall-link': {
    scene: 'quorum/5-operator-display-link',
    view: 'laptop',
    // A picture must not show a working link of a display, even of a server that has ended.
    before: ({ page }) =>
      page.getByLabel('Enlace', { exact: true }).evaluate((field: HTMLInputElement) => {
        field.style.setProperty('-webkit-text-security', 'disc');
      }),
    mark: button('Copiar enlace'),
  },
  'wall-code': { scene: 'quorum/0-nobody-code', view: 'laptop', mark: button('Mostrar la asamblea') },
  wall: { scene: 'quorum/4-display-question-open', view: 'laptop' },
  'wall-building': { scene: 'quorum/5-operator-building', view: 'report' },
  close: {
    scene: 'assemblies/5-operator-running',
    view: 'laptop',
    mark: button('Cerrar asamblea'),
  },
  reports: {
    scene: 'assembly-reporter/5-operator-ready',
    view: 'report',
    mark: button('Generar'),
  },

  'user-new': { scene: 'user/1-platform-new-owner', view: 'laptop', part: main },
  invitations: {
    scene: 'invitations/5-operator-asked',
    view: 'laptop',
    mark: (page) => page.getByRole('alertdialog'),
  },

  after: {
    scene: 'assemblies/5-operator-after-sent',
    view: 'laptop',
    part: card('Después de la asamblea'),
  },
  'after-failed': {
    scene: 'assemblies/5-operator-after-failed',
    view: 'laptop',
    part: card('Después de la asamblea'),
    mark: button('Reintentar'),
  },
  audit: { scene: 'audit/5-operator-verified', view: 'laptop', mark: button('Verificar') },

  'own-owed': {
    scene: 'user-home/3-owner-owes',
    view: 'tall',
    mark: (page) => page.getByText(/^Usted debe/),
  },
  'own-bills': {
    scene: 'bills/3-owner-ready',
    view: 'tall',
    mark: (page) => page.getByRole('link', { name: /^¿Por qué debo esto\?/ }),
  },
  'own-why': {
    scene: 'bill/3-owner-opened',
    view: 'tall',
    part: (page) => page.locator('main details', { hasText: 'efectiva anual' }),
    mark: (page) => page.locator('main details', { hasText: 'efectiva anual' }).locator('summary'),
  },
  'own-export': { scene: 'bills/3-owner-ready', view: 'tall', mark: button(/^Exportar/) },
  'own-receipts': { scene: 'cash-receipts/3-owner-ready', view: 'tall', mark: button(/^Exportar/) },
  'own-statement': {
    scene: 'statement-owner/3-owner-ready',
    view: 'tall',
    mark: button('Descargar estado de cuenta'),
  },

  'sheet-send': {
    scene: 'user-home/2-admin-books',
    view: 'laptop',
    part: card('Enviar la planilla del mes'),
    mark: button('Elegir archivo'),
  },
  'report-relation': {
    scene: 'bills-relationship/2-admin-ready',
    view: 'report',
    mark: button('Generar'),
  },
  'report-age': {
    scene: 'balance-by-age/2-admin-ready',
    view: 'report',
    mark: (page) => page.getByLabel('A corte de'),
  },
  certificates: {
    scene: 'statement-of-account/2-admin-unit-chosen',
    view: 'phone',
    part: (page) => page.getByRole('region', { name: /^Certificados del inmueble/ }),
    mark: button('Certificado de deuda'),
  },
  accounting: {
    scene: 'monthly-payments/2-admin-ready',
    view: 'phone',
    part: (page) =>
      page.locator('section[aria-label]', { has: page.getByRole('button', { name: 'Descargar CSV' }) }),
    mark: button('Descargar CSV'),
  },

  billing: {
    scene: 'billing/1-platform-ready',
    view: 'laptop',
    part: card('Planillas'),
    mark: button(/^Abrir cobros con errores/),
  },
  'billing-reading': {
    scene: 'billing/1-platform-sheet-with-problems',
    view: 'laptop',
    part: (page) => page.getByRole('table', { name: 'Columnas del archivo' }),
  },
  'billing-issue': {
    scene: 'billing/1-platform-prepared',
    view: 'laptop',
    part: card(/sin emitir$/),
    mark: button('Emitir'),
  },
  'billing-issued': {
    scene: 'billing/1-platform-issued',
    view: 'laptop',
    part: card(/, emitido$/),
    mark: button('Descargar las cuentas (PDF)'),
  },
  corrections: {
    scene: 'corrections/1-platform-ready',
    view: 'laptop',
    part: main,
    mark: button('Registrar'),
  },
  'bill-annul': {
    scene: 'billing/1-platform-annulment-asked',
    view: 'laptop',
    mark: (page) => page.getByRole('alertdialog'),
  },
  'legal-rates': {
    scene: 'billing-settings/1-platform-ready',
    view: 'laptop',
    part: (page) => page.locator('form', { has: button('Registrar la tasa máxima')(page) }),
    mark: button('Registrar la tasa máxima'),
  },

  payment: {
    scene: 'payments/1-platform-ready',
    view: 'laptop',
    part: main,
    mark: button('Registrar el pago'),
  },
  'payment-file': {
    scene: 'payments/1-platform-file',
    view: 'laptop',
    part: card('Cargar un archivo de pagos'),
    mark: button(/^Importar/),
  },
  unidentified: {
    scene: 'payments/1-platform-unidentified',
    view: 'laptop',
    part: main,
    mark: button(/^Identificar/),
  },
  'unidentified-assign': {
    scene: 'payments/1-platform-assigning',
    view: 'laptop',
    mark: button('Hacer el recibo'),
  },
  'receipt-annul': {
    scene: 'payments/1-platform-annulment-asked',
    view: 'laptop',
    mark: (page) => page.getByRole('alertdialog'),
  },

  'own-data': {
    scene: 'own-data/3-owner-ready',
    view: 'twoCards',
    mark: button('Autorizo el tratamiento de mis datos'),
  },
  'data-register': {
    scene: 'data-register/2-admin-answer-asked',
    view: 'laptop',
    part: (page) => page.getByRole('dialog'),
  },

  'event-new': {
    scene: 'events/7-events-creating',
    view: 'laptop',
    mark: (page) => page.getByRole('dialog'),
  },
  'event-list': {
    scene: 'event/7-events-preview',
    view: 'laptop',
    part: card('Cargar lista de participantes'),
    mark: button('Importar'),
  },
  'event-desk': {
    scene: 'register-assistance/7-events-registered',
    view: 'laptop',
    part: main,
    mark: (page) => page.getByLabel('Identificación del participante'),
  },
  'event-unknown': {
    scene: 'register-assistance/7-events-unknown',
    view: 'laptop',
    part: main,
    mark: button('Agregar participante'),
  },
  'event-report': {
    scene: 'event-reports/7-events-ready',
    view: 'laptop',
    mark: button('Generar'),
  },
};
