import { expect, it } from 'vitest';
import { markOf } from '../../shared/seen.ts';
import { sendChanges } from './send-facts.tsx';

const shown = { name: 'Feria', day: null, events: [2, 1] };

it('only changed facts are sent, each with the shown value, a list by the mark', async () => {
  const sent = await sendChanges(
    async (body) => body,
    { name: 'Feria', day: '2027-05-01', events: [3] },
    shown,
  );
  expect(sent).toEqual({ day: '2027-05-01', events: [3], seen: { day: null, events: markOf([1, 2]) } });
});

it('a list in another order is no change', async () => {
  expect(await sendChanges(async (body) => body, { events: [1, 2] }, shown)).toEqual({ seen: {} });
});

it('a form sends its value on top of a value that another card of the page has read', async () => {
  const stored = { name: 'Muestra' };
  const sent = await sendChanges(async (body) => body, { name: 'Feria' }, shown, { stored });
  expect(sent).toEqual({ name: 'Feria', seen: { name: 'Feria' } });
});
