/** What the tutorials' pictures are of: the scene, the size of the screen, the part of it, and what is framed. */
import type { Locator, Page } from 'playwright-core';
import type { Stage } from '../../client/e2e/scenes/stage.ts';

/** Sizes of a window, and how many pixels a picture has for each of its points. */
export const views = {
  phone: { width: 360, height: 600, scale: 2 },
  tall: { width: 360, height: 860, scale: 1.75 },
  laptop: { width: 1024, height: 700, scale: 1 },
} as const;

export interface Shot {
  scene: string;
  view: keyof typeof views;
  /** Left out: the whole window. */
  part?: (page: Page) => Locator;
  /** What gets a frame. */
  mark?: (page: Page) => Locator;
  /** What is done at the scene before its picture is taken. */
  before?: (stage: Stage) => Promise<void>;
}

const main = (page: Page) => page.locator('main > *');
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name });

/** By the name of the picture's file. */
export const shots: Readonly<Record<string, Shot>> = {
  login: { scene: 'login/0-nobody-ready', view: 'phone', mark: button('Aceptar') },
  'register-inactive': { scene: 'register/3-owner-inactive', view: 'phone' },
  'register-active': {
    scene: 'register/3-owner-active',
    view: 'phone',
    mark: button('Registrar Asistencia'),
  },
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

  prepare: { scene: 'assemblies/5-operator-preparing', view: 'laptop', mark: button('Editar datos') },
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
    // What opens a display is nobody's to read, not even of a server that is gone.
    before: ({ page }) =>
      page.getByLabel('Enlace', { exact: true }).evaluate((field: HTMLInputElement) => {
        field.style.setProperty('-webkit-text-security', 'disc');
      }),
    mark: button('Copiar enlace'),
  },
  wall: { scene: 'quorum/4-display-question-open', view: 'laptop' },
  close: {
    scene: 'assemblies/5-operator-running',
    view: 'laptop',
    part: (page) => page.locator('section', { has: page.getByRole('button', { name: 'Cerrar asamblea' }) }),
    mark: button('Cerrar asamblea'),
  },
  reports: {
    scene: 'assembly-reporter/5-operator-ready',
    view: 'laptop',
    part: main,
    mark: button('Generar'),
  },

  'user-new': { scene: 'user/1-platform-new-owner', view: 'laptop', part: main },
  invitations: {
    scene: 'invitations/5-operator-asked',
    view: 'laptop',
    mark: (page) => page.getByRole('alertdialog'),
  },
};
