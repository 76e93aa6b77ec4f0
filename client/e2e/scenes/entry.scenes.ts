/** The ways in that begin with an address: practice, a code's vote, the mailed link. */
import { type Part, type Scene, screen } from './scene.ts';
import type { Stage } from './stage.ts';

const practice = (state: string, then?: (stage: Stage) => Promise<void>): Part => ({
  guest: 'nobody',
  state,
  reach: async (stage) => {
    await stage.openAs('nobody', '/PruebaQR');
    await stage.page.getByRole('radiogroup', { name: 'Su respuesta' }).waitFor();
    await then?.(stage);
  },
});

async function answer(stage: Stage): Promise<void> {
  await stage.page.getByRole('radio', { name: 'Si', exact: true }).check({ force: true });
  await stage.press('Votar');
  await stage.page.getByRole('alertdialog').waitFor();
}

export const entryScenes: readonly Scene[] = [
  ...screen('practice', '/PruebaQR', [
    practice('ready'),
    practice('answer missing', (stage) => stage.press('Votar')),
    practice('asking', answer),
    practice('thanks', async (stage) => {
      await answer(stage);
      await stage.page.getByRole('alertdialog').getByRole('button', { name: 'Sí', exact: true }).click();
      await stage.page.getByRole('heading', { name: 'Gracias por su votación.' }).waitFor();
    }),
  ]),
];
