/** Joints, their tables and users: what the platform's staff works with. */
import { type Part, type Scene, screen } from './scene.ts';
import type { SceneContext } from './scene-context.ts';

/** As the platform user: ready once the page stands, or in whatever state comes after. */
function staff(
  path: string | ((stage: SceneContext) => string),
  state: string,
  then: (stage: SceneContext) => Promise<void> = async () => undefined,
  before: (stage: SceneContext) => Promise<void> = async () => undefined,
): Part {
  return {
    guest: 'platform',
    state,
    reach: async (stage) => {
      await before(stage);
      await stage.openAs('platform', typeof path === 'string' ? path : path(stage));
      if (state === 'loading') await stage.isLoading();
      else await stage.isReady();
      await then(stage);
    },
  };
}

const loading = (path: string) => staff(path, 'loading', undefined, (stage) => stage.hold());
const error = (path: string) =>
  staff(
    path,
    'error',
    (stage) => stage.seesFault(),
    (stage) => stage.fail(),
  );

const largeJoint = (stage: SceneContext): string => `/Joints/${stage.world.joint('running')}`;

/** A table as administrations send them, with what can be wrong in one. */
const FAULTY = [
  'unidad,propietario,documento,tipo,coeficiente',
  '101,María Fernanda Muñoz Zuluaga,1900000001,vivienda,"25,5"',
  '102,,1900000002,vivienda,"24,5"',
  '103,Héctor Fabio Peña,,vivienda,veinte',
  '101,Gloria Inés Rincón,1900000004,vivienda,"25"',
  '',
].join('\n');
const RIGHT = [
  'unidad,propietario,documento,tipo,coeficiente',
  ...Array.from({ length: 12 }, (_, at) => `${101 + at},Gloria Inés Rincón ${at},,vivienda,"8,25"`),
  '',
].join('\n');

async function preview(stage: SceneContext, csv: string): Promise<void> {
  const file = { name: 'coeficientes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await stage.page.locator('input[type=file]').setInputFiles(file);
  await stage.sees('Filas encontradas');
}

/** The page of the components. A toast stays, to be looked at. */
const gallery = (state: string, then?: (stage: SceneContext) => Promise<void>): Part => ({
  guest: 'nobody',
  state,
  where: 'gallery',
  reach: async (stage) => {
    await stage.before((toast) => {
      const { setTimeout: wait } = window;
      Reflect.set(window, 'setTimeout', (...given: Parameters<typeof wait>) =>
        given[1] === toast ? 0 : wait(...given),
      );
    }, TOAST_MS);
    await stage.open('/e2e/gallery/index.html');
    await stage.page.getByRole('heading', { name: 'Avance y nivel' }).waitFor();
    await then?.(stage);
  },
});

/** How long a toast is there (client/ui/toast.tsx). */
const TOAST_MS = 4000;

export const staffScenes: readonly Scene[] = [
  ...screen('joints', '/Joints', [
    { ...staff('/Joints', 'empty'), where: 'empty' },
    loading('/Joints'),
    error('/Joints'),
    staff('/Joints', 'ready'),
    staff('/Joints', 'new', (stage) => stage.press('Crear copropiedad')),
  ]),
  ...screen('joint', '/Joints/:jointId', [
    staff(largeJoint, 'ready'),
    staff((stage) => `/Joints/${stage.world.joint('sectorial')}`, 'sectors'),
    staff('/Joints/999999', 'unknown'),
    staff(largeJoint, 'import preview', (stage) => preview(stage, RIGHT)),
    staff(largeJoint, 'import with problems', (stage) => preview(stage, FAULTY)),
    loading('/Joints/1'),
    error('/Joints/1'),
  ]),
  ...screen('users', '/Users', [
    staff('/Users', 'ready'),
    staff('/Users', 'none found', (stage) => stage.type('Buscar', 'nadie se llama así')),
    loading('/Users'),
    error('/Users'),
  ]),
  ...screen('user', '/Users/:userId', [
    staff('/Users/new', 'new'),
    staff('/Users/new', 'fields missing', async (stage) => {
      await stage.press('Crear usuario');
      await stage.page.locator('[aria-invalid="true"]').first().waitFor();
    }),
    staff('/Users/new', 'new owner', (stage) => stage.choose('Perfil', 'Propietario')),
    staff((stage) => `/Users/${stage.world.guest('owner who has many units')?.user.userId}`, 'owner'),
    staff('/Users/999999', 'unknown'),
  ]),
  ...screen('components', '/e2e/gallery/index.html', [
    gallery('all'),
    gallery('dialog', (stage) => stage.press('Ventana')),
    gallery('question', (stage) => stage.press('Pregunta con riesgo')),
    gallery('toasts', async (stage) => {
      for (const kind of ['Éxito', 'Error', 'Información']) await stage.press(kind);
    }),
  ]),
];
