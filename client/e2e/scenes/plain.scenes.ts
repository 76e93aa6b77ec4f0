/** Scenes (screens for screenshots) for everybody: public pages and account pages. */
import { errorReply } from '../../../shared/errors.ts';
import type { SceneContext } from './context.ts';
import { inTurn, type Part, type Scene, screen, waiting } from './scene.ts';
import type { GuestName } from './world.ts';

const opened =
  (guest: GuestName, path: string) =>
  async (stage: SceneContext): Promise<void> => {
    await stage.openAs(guest, path);
    await stage.isReady();
  };

const home = (guest: GuestName, state: string): Part => ({ guest, state, reach: opened(guest, '/UserHome') });

const GONE_BUTTON =
  "React Aria's announcer holds for seconds a node that is named by the pressed button, which is gone.";
const OBVIOUS =
  'La contraseña es de las que más se usan y se adivina. Elija otra, por ejemplo cuatro palabras que no vayan juntas.';

/** Scene step: opens the page for a forgotten password, on a server with or without e-mail. */
const forgotten = (sendsMail: boolean) => async (stage: SceneContext) => {
  await stage.reply(/\/public-settings$/, { json: { contactEmail: null, contactPhone: null, sendsMail } });
  await opened('nobody', '/ForgotPassword')(stage);
  const shown = sendsMail
    ? stage.page.getByRole('button', { name: 'Enviar enlace' })
    : stage.page.getByText('Aquí no se envían correos.');
  await shown.waitFor();
};

async function choosePassword(stage: SceneContext): Promise<void> {
  await opened('nobody', '/NewPassword#un-enlace-de-una-vez')(stage);
  await stage.type('Contraseña nueva', 'contraseña 2026');
  await stage.type('Repita la contraseña nueva', 'contraseña 2026');
  await stage.press('Guardar e ingresar');
}

export const plainScenes: readonly Scene[] = [
  ...screen('landing', '/', [
    ...inTurn(
      { guest: 'nobody', state: 'ready', reach: opened('nobody', '/') },
      { 'menu open': (stage) => stage.openMenu() },
    ),
    { guest: 'owner of running', state: 'ready', reach: opened('owner of running', '/') },
  ]),
  ...screen('login', '/LogIn', [
    ...inTurn(
      { guest: 'nobody', state: 'ready', reach: opened('nobody', '/LogIn') },
      {
        'empty fields': async (stage) => {
          await stage.press('Aceptar');
          await stage.page.locator('[aria-invalid="true"]').first().waitFor();
        },
        error: async (stage) => {
          await stage.type('Nombre de Usuario', 'alguien');
          await stage.type('Contraseña', 'no es esta');
          await stage.press('Aceptar');
          await stage.sees('Usuario o Contraseña Inválido.');
        },
        waiting: async (stage) => {
          await stage.reply(/\/SCAF\/api\/auth$/, {
            status: 429,
            headers: { 'retry-after': '30' },
            json: errorReply('tooManyAttempts', {
              message: 'Demasiados intentos. Intente de nuevo en 30 segundos.',
            }),
          });
          await stage.type('Contraseña', 'tampoco es esta');
          await stage.press('Aceptar');
          await stage.page.getByRole('button', { name: /^Espere \d+ s$/ }).waitFor();
        },
      },
    ),
  ]),
  ...screen('forgot-password', '/ForgotPassword', [
    { guest: 'nobody', state: 'ready', reach: forgotten(true) },
    { guest: 'nobody', state: 'without mail', reach: forgotten(false) },
    {
      guest: 'nobody',
      state: 'sent',
      reach: async (stage) => {
        await forgotten(true)(stage);
        await stage.type('Nombre de Usuario o correo', 'alguien');
        await stage.press('Enviar enlace');
        await stage.sees('Si los datos corresponden a un usuario con correo');
      },
      excused: { 'role-img-alt': GONE_BUTTON },
    },
  ]),
  ...screen('new-password', '/NewPassword', [
    { guest: 'nobody', state: 'ready', reach: opened('nobody', '/NewPassword#un-enlace-de-una-vez') },
    { guest: 'nobody', state: 'without link', reach: opened('nobody', '/NewPassword') },
    {
      guest: 'nobody',
      state: 'obvious',
      reach: async (stage) => {
        const json = errorReply('weakPassword', { message: OBVIOUS });
        await stage.reply(/\/auth\/reset$/, { status: 422, json });
        await choosePassword(stage);
        await stage.sees(OBVIOUS);
      },
    },
    {
      guest: 'nobody',
      state: 'refused',
      reach: async (stage) => {
        await choosePassword(stage);
        await stage.sees('El enlace ya se usó, venció o no es válido.');
      },
      excused: { 'role-img-alt': GONE_BUTTON },
    },
  ]),
  ...screen('first-user', '/FirstUser', [
    { guest: 'nobody', state: 'ready', reach: opened('nobody', '/FirstUser#un-enlace-de-una-vez') },
    { guest: 'nobody', state: 'without link', reach: opened('nobody', '/FirstUser') },
  ]),
  ...screen('user-home', '/UserHome', [
    ...inTurn(home('platform', 'ready'), { 'menu open': (stage) => stage.openMenu('Asambleas') }),
    home('admin of running', 'ready'),
    ...inTurn(home('owner of running', 'ready'), { 'menu open': (stage) => stage.openMenu() }),
    home('owner who comes late', 'to register'),
    home('owner of preparing', 'called'),
    home('owner of closed', 'closed'),
    home('operator of running', 'ready'),
    home('operator of noQuorum', 'no quorum'),
    home('operator of preparing', 'called'),
    home('operator of closed', 'closed'),
    home('events', 'ready'),
    { ...home('platform', 'empty'), where: 'empty' },
    { ...home('owner of nothing', 'empty'), where: 'empty' },
    { ...home('operator of nothing', 'empty'), where: 'empty' },
    {
      guest: 'operator of running',
      state: 'failed',
      reach: async (stage) => {
        await stage.fail(/\/assembliesnow$/);
        await stage.openAs('operator of running', '/UserHome');
        await stage.seesFault();
      },
    },
    ...waiting('owner of running', (stage) => stage.openAs('owner of running', '/UserHome')),
  ]),
  ...screen(
    'password',
    '/Password',
    (['platform', 'admin of running', 'operator of running', 'events'] as const).map((guest) => ({
      guest,
      state: 'ready',
      reach: opened(guest, '/Password'),
    })),
  ),
  ...screen(
    'password',
    '/Password',
    inTurn(
      { guest: 'owner of running', state: 'ready', reach: opened('owner of running', '/Password') },
      {
        error: async (stage) => {
          await stage.type('Contraseña actual', 'no es esta');
          await stage.type('Contraseña nueva', 'corta');
          await stage.press('Cambiar contraseña');
          await stage.page.locator('[aria-invalid="true"]').first().waitFor();
        },
      },
    ),
  ),
  ...screen(
    'sessions',
    '/Sessions',
    (['platform', 'admin of running', 'owner of running', 'operator of running', 'events'] as const).map(
      (guest) => ({
        guest,
        state: 'ready',
        reach: async (stage) => {
          await opened(guest, '/Sessions')(stage);
          await stage.page.getByRole('table', { name: 'Sesiones abiertas' }).waitFor();
        },
      }),
    ),
  ),
  ...screen('sessions', '/Sessions', [
    {
      guest: 'owner of running',
      state: 'several',
      reach: async (stage) => {
        const session = { by: 'password', openedAt: '2026-11-20T23:05:00Z', seenAt: '2026-11-21T00:40:00Z' };
        await stage.reply(/\/users\/me\/sessions$/, {
          json: [
            { ...session, sessionId: '1', device: 'Chrome en Android', isOwn: true },
            { ...session, sessionId: '2', device: 'Safari en iPhone', isOwn: false, by: 'link' },
            { ...session, sessionId: '3', device: null, seenAt: null, isOwn: false },
          ],
        });
        await opened('owner of running', '/Sessions')(stage);
        await stage.page.getByRole('button', { name: 'Cerrar las demás' }).waitFor();
      },
    },
    {
      guest: 'owner of running',
      state: 'by link',
      reach: async (stage) => {
        await stage.fail(/\/sessions$/, 'forbidden');
        await opened('owner of running', '/Sessions')(stage);
        await stage.sees('Ingresó con el enlace de una asamblea');
      },
    },
    {
      guest: 'owner of running',
      state: 'error',
      reach: async (stage) => {
        await stage.fail(/\/sessions$/);
        await stage.openAs('owner of running', '/Sessions');
        await stage.seesFault();
      },
    },
  ]),
  ...screen('manual', '/Manual/:role?', [
    { guest: 'nobody', state: 'ready', reach: opened('nobody', '/Manual') },
    { guest: 'operator of running', state: 'ready', reach: opened('operator of running', '/Manual') },
    { guest: 'platform', state: 'ready', reach: opened('platform', '/Manual/plataforma') },
  ]),
  ...screen('tutorials', '/Tutorials', [
    { guest: 'nobody', state: 'ready', reach: opened('nobody', '/Tutorials') },
    { guest: 'owner of running', state: 'ready', reach: opened('owner of running', '/Tutorials') },
  ]),
  ...screen('not-found', '*', [
    { guest: 'nobody', state: 'ready', reach: opened('nobody', '/no/hay/tal') },
    { guest: 'owner of running', state: 'ready', reach: opened('owner of running', '/no/hay/tal') },
  ]),
];
