/** Scenes (screens for screenshots) of the platform's staff: joints, tables of units, users. */

import type { SceneContext } from './context.ts';
import { inTurn, type Part, type Scene, screen, waiting } from './scene.ts';

/** Scene of a page for the platform's staff, complete once the page is loaded. */
const staff = (path: string | ((stage: SceneContext) => string), state: string): Part => ({
  guest: 'platform',
  state,
  reach: async (stage) => {
    await stage.openAs('platform', typeof path === 'string' ? path : path(stage));
    await stage.isReady();
  },
});

const waitingForPath = (path: string): Part[] =>
  waiting('platform', (stage) => stage.openAs('platform', path));

const largeJoint = (stage: SceneContext): string => `/Joints/${stage.world.joint('running')}`;

const personalData = (stage: SceneContext): string => `/PersonalData/${stage.world.joint('running')}`;

const formerOwner = {
  person: 'user:12',
  name: 'María Fernanda Muñoz Zuluaga',
  document: '1900000001',
  username: 'mfmunoz',
  units: [],
  formerUnits: ['101'],
};
const outcome = {
  erased: [
    { what: 'Contactos del registro de propietarios', records: 1 },
    { what: 'Usuarios', records: 1 },
    { what: 'Sesiones', records: 3 },
  ],
  kept: [
    {
      what: 'Contabilidad: cuentas de cobro, pagos, recibos, acuerdos y planillas usadas',
      records: 26,
      law: 'Ley 675 de 2001, art. 51, num. 5; C.Co. art. 60; Ley 962 de 2005, art. 28',
      until: '2036-03-02',
      tables: ['bill', 'receipt'],
    },
  ],
};
const erasure = {
  ...outcome,
  erasureKey: 'a1',
  at: '2026-03-05T15:00:00.000Z',
  copiesUntil: '2026-06-03',
  setAside: [],
};

/** Table of units as CSV with every kind of error. */
const FAULTY = [
  'unidad,propietario,documento,tipo,coeficiente',
  '101,María Fernanda Muñoz Zuluaga,1900000001,vivienda,"25,5"',
  '102,,1900000002,vivienda,"24,5"',
  '103,Héctor Fabio Peña,,vivienda,veinte',
  '101,Gloria Inés Rincón,1900000004,vivienda,"25"',
  '',
].join('\n');
const RIGHT = [
  'unidad,propietario,documento,correo,celular,tipo,coeficiente',
  ...Array.from({ length: 12 }, (_, at) => {
    const email = at === 4 ? 'gloria(arroba)correo.example' : `gloria.ines.rincon${at}@correo.example`;
    return `${101 + at},Gloria Inés Rincón ${at},19000000${10 + at},${email},300 123 45${10 + at},vivienda,"8,25"`;
  }),
  '',
].join('\n');

/** Ambiguous table of units as CSV: two halves, towers written once, an unknown column, units without a kind. */
const ASKS = [
  'Torre;Apto;Nombres;Apellidos;Cuota;Coeficiente;;Torre;Apto;Nombres;Apellidos;Cuota;Coeficiente',
  'A;101;Gloria;Rincón;250000;22;;B;101;Héctor;Peña;250000;22',
  ';102;Gloria;Rincón;250000;22;;;102;Luz;Duarte;250000;22',
  ';11-44;Varios;;20000;4;;;16-17;Varios;;20000;4',
  '',
].join('\n');

/** Table of units as CSV with two towers of sum 100 each, and a name of two kinds. */
const TOWERS = [
  'Torre;Inmueble;Propietario;Coeficiente',
  ...['101', '102', '103', 'PARQ 5 APTO 104'].map((unit) => `1;${unit};Gloria Inés Rincón;25`),
  ...['101', '102'].map((unit) => `2;${unit};Héctor Peña;50`),
  '',
].join('\n');

async function preview(stage: SceneContext, csv: string): Promise<void> {
  const file = { name: 'coeficientes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await stage.page.locator('input[type=file]').setInputFiles(file);
  await stage.sees('Filas encontradas');
}

/** Scene of the component gallery. A toast message stays visible. */
const gallery = (state: string): Part => ({
  guest: 'nobody',
  state,
  where: 'gallery',
  reach: async (stage) => {
    await stage.before((toast) => {
      const { setTimeout: wait } = window;
      Reflect.set(window, 'setTimeout', (...timerArguments: Parameters<typeof wait>) =>
        timerArguments[1] === toast ? 0 : wait(...timerArguments),
      );
    }, TOAST_MS);
    await stage.open('/e2e/gallery/index.html');
    await stage.page.getByRole('heading', { name: 'Avance y nivel' }).waitFor();
  },
});

/** Duration of a toast message in milliseconds (client/ui/toast.tsx). */
const TOAST_MS = 4000;

export const staffScenes: readonly Scene[] = [
  ...screen('joints', '/Joints', [
    { ...staff('/Joints', 'empty'), where: 'empty' },
    ...waitingForPath('/Joints'),
    ...inTurn(staff('/Joints', 'ready'), { new: (stage) => stage.press('Crear copropiedad') }),
  ]),
  ...screen('joint', '/Joints/:jointId', [
    ...inTurn(staff(largeJoint, 'ready'), {
      'import preview': (stage) => preview(stage, RIGHT),
      'import that asks': async (stage) => {
        await stage.press('Elegir otro archivo');
        await preview(stage, ASKS);
      },
      'import that was answered': async (stage) => {
        await stage.page.getByRole('button', { name: 'Unir las 2 tablas' }).click();
        await stage.sees('Los 2 son');
      },
      'import of towers': async (stage) => {
        await stage.press('Elegir otro archivo');
        await preview(stage, TOWERS);
        await stage.sees('Leer como sectores');
      },
    }),
    {
      guest: 'platform',
      state: 'import with problems',
      reach: async (stage) => {
        await stage.openAs('platform', largeJoint(stage));
        await preview(stage, FAULTY);
      },
    },
    staff((stage) => `/Joints/${stage.world.joint('sectorial')}`, 'sectors'),
    ...inTurn(
      {
        guest: 'platform',
        state: 'by-laws',
        reach: async (stage) => {
          await stage.openAs('platform', `/Joints/${stage.world.joint('secondCall')}`);
          await stage.isReady();
          await stage.page.getByText('Votaciones, poderes y reglamento').click();
          await stage.page.getByRole('heading', { name: 'Mayorías que fija el reglamento' }).waitFor();
        },
      },
      {
        'by-laws missed': async (stage) => {
          await stage.press('Fijar la mayoría');
          await stage.page.locator('[aria-invalid="true"]').first().waitFor();
        },
      },
    ),
    staff('/Joints/999999', 'unknown'),
    ...waitingForPath('/Joints/1'),
  ]),
  ...screen('personal', '/PersonalData/:jointId', [
    ...inTurn(staff(personalData, 'ready'), {
      found: async (stage) => {
        await stage.type('Documento, correo, nombre, usuario o inmueble', 'ar');
        await stage.press('Buscar');
        await stage.page.getByRole('table', { name: 'Personas encontradas' }).waitFor();
      },
      'person of an owner': async (stage) => {
        await stage.page.getByRole('button', { name: /^Ver / }).first().click();
        await stage.sees('Por ahora no se puede suprimir');
      },
    }),
    {
      guest: 'platform',
      state: 'erasure asked',
      reach: async (stage) => {
        await stage.reply(/\/persons$/, { json: [formerOwner] });
        await stage.reply(/\/persons\/records$/, {
          json: { ...outcome, stored: outcome.erased, refusal: null },
        });
        await stage.reply(/\/persons\/erasures$/, { json: [erasure] });
        await stage.openAs('platform', personalData(stage));
        await stage.type('Documento, correo, nombre, usuario o inmueble', formerOwner.name);
        await stage.press('Buscar');
        await stage.press('Suprimir sus datos');
        await stage.sees('La ley exige conservar');
      },
    },
    ...waitingForPath('/PersonalData/1'),
  ]),
  ...screen('users', '/Users', [
    ...inTurn(staff('/Users', 'ready'), {
      'none found': (stage) => stage.type('Buscar', 'nadie se llama así'),
    }),
    ...waitingForPath('/Users'),
  ]),
  ...screen('user', '/Users/:userId', [
    ...inTurn(staff('/Users/new', 'new'), {
      'new owner': (stage) => stage.choose('Perfil', 'Propietario'),
      'fields missing': async (stage) => {
        await stage.press('Crear usuario');
        await stage.page.locator('[aria-invalid="true"]').first().waitFor();
      },
    }),
    staff((stage) => `/Users/${stage.world.guest('owner who has many units')?.user.userId}`, 'owner'),
    staff('/Users/999999', 'unknown'),
  ]),
  ...screen('components', '/e2e/gallery/index.html', [
    ...inTurn(gallery('all'), {
      dialog: (stage) => stage.press('Ventana'),
      question: async (stage) => {
        await stage.dismiss();
        await stage.press('Pregunta con riesgo');
      },
      toasts: async (stage) => {
        await stage.dismiss();
        for (const kind of ['Éxito', 'Error', 'Información']) await stage.press(kind);
      },
    }),
  ]),
];
