import { expect, it } from 'vitest';
import { codeFromBytes, maskedCode } from '../../../../../shared/assemblies/code.ts';
import { ApiError } from '../../../../lib/api.ts';
import { refusedScan } from './outcome.ts';

const code = codeFromBytes(Uint8Array.from({ length: 11 }, (_, i) => 7 * i + 3));
const unknown = new ApiError(422, 'codeNotEnabled', 'Este código no está habilitado.');

it('a refused scan of an unlisted code leaves only the masked code on the device', () => {
  const refused = refusedScan({ code, apartmentIds: ['101'] }, unknown);
  expect(refused).toMatchObject({ state: 'blocked', code: maskedCode(code) });
  expect(JSON.stringify(refused)).not.toContain(code);
});

it('public ids of codes and ids of users stay in a refused scan', () => {
  for (const holder of ['QR-0123456789abcdef', '12']) {
    expect(refusedScan({ code: holder }, unknown)).toMatchObject({ code: holder, wish: { code: holder } });
  }
});

it('a scan that the desk may send again keeps the code', () => {
  const details = { apartments: [{ apartmentId: '101', owner: 'ANA', attendee: 'EVA', powerId: 3 }] };
  const powers = new ApiError(422, 'powerStands', 'El inmueble tiene un poder.', details);
  expect(refusedScan({ code }, powers)).toMatchObject({ code, inTheWay: [{ powerId: 3 }] });
  expect(refusedScan({ code }, new ApiError(409, 'alreadyRegistered', 'Ya estaba.'))).not.toHaveProperty(
    'code',
  );
});
