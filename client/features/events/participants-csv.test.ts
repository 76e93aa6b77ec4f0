import { expect, it } from 'vitest';
import { participantsCsv } from './participants-csv.ts';

it('participantsCsv writes a header and quotes cells with separators', () => {
  const rest = { attended: false, checkInTime: null, checkedInAt: null };
  expect(
    participantsCsv([
      { participantId: '007', name: 'Ana Muñoz', ...rest },
      { participantId: '8;9', name: 'Luis "Lucho" Gil', ...rest },
    ]),
  ).toBe('\ufeffId;Nombre\r\n007;Ana Muñoz\r\n"8;9";"Luis ""Lucho"" Gil"\r\n');
  expect(participantsCsv([])).toBe('\ufeffId;Nombre\r\n');
});
