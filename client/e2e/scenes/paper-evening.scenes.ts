/** Scenes (screens for screenshots) of typing in an evening on paper. */
import { type places, small } from './places.ts';
import { inTurn, type Part, type Scene, screen, waiting } from './scene.ts';
import type { GuestName } from './world.ts';

const PAPER = '/Assemblies/Paper';
const LIST = 'Una línea por persona';

const paper = (guest: GuestName, state: string, joint: keyof typeof places): Part => ({
  guest,
  state,
  reach: async (stage) => {
    await stage.openAs(guest, PAPER, joint);
    await stage.sees(state === 'closed' ? 'La asamblea está cerrada' : LIST);
  },
});

const people = small.slice(0, 3).map(({ apartmentId }, i) => `${apartmentId}; 18:4${i}`);

export const paperEveningScenes: readonly Scene[] = screen('paper-evening', PAPER, [
  paper('platform', 'ready', 'preparing'),
  ...inTurn(paper('operator of preparing', 'ready', 'preparing'), {
    'list typed': async (stage) => {
      await stage.type(LIST, people.join('\n'));
      await stage.sees(/^Leído: 3 inmuebles/);
    },
    'sums different': async (stage) => {
      await stage.type('Hora', '19:00');
      await stage.page.getByLabel('Inmuebles en el papel').first().fill('4');
      await stage.page.getByLabel('Coeficiente en el papel').first().fill('12,5');
      await stage.sees(/^Presentes: el papel dice/);
    },
    'list faulty': async (stage) => {
      await stage.type(LIST, [...people, '999; 18:50', people[0]].join('\n'));
      await stage.sees('Por corregir: 2');
    },
  }),
  {
    guest: 'operator of preparing',
    state: 'reply lost',
    reach: async (stage) => {
      await stage.openAs('operator of preparing', PAPER, 'preparing');
      await stage.type(LIST, people.join('\n'));
      await stage.lose(/paperevening/);
      await stage.press('Guardar la asamblea en papel');
      await stage.answer('¿Guardar la asamblea en papel?', 'Guardar');
      await stage.sees('No llegó la respuesta del servidor');
    },
  },
  paper('operator of closed', 'closed', 'closed'),
  ...waiting('operator of preparing', (stage) => stage.openAs('operator of preparing', PAPER)),
]);
