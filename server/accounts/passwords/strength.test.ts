import { expect, it } from 'vitest';
import { Problem } from '../../platform/http/problem.ts';
import { requireStrong } from './strength.ts';

const about = ['dueno5', 'Marta Lucía Ruiz', 'mlruiz.73@ejemplo.co', 'Conjunto Los Samanes', null];

/** Returns the reason for the refusal of a password; null if accepted. */
function refusal(password: string): unknown {
  try {
    requireStrong(password, about);
    return null;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'weakPassword') throw error;
    return error.details === undefined ? 'short' : Reflect.get(Object(error.details), 'reason');
  }
}

it('a short password is refused, counted in visible characters', () => {
  expect(refusal('corta')).toBe('short');
  expect(refusal('ñandú 789'.normalize('NFD'))).toBe('short');
});

it('an obvious password is refused with the reason', () => {
  const reasons = {
    digits: ['1234567890', '0000000000', '79456123789', '310 456 78 90', '01-02-1985'],
    pattern: [
      'aaaaaaaaaa',
      'abababababab',
      'abcdefghij',
      'poiuytrewq',
      'xyz 98765432',
      '19850412 ab',
      'x9kx9kx9kx9k',
    ],
    common: [
      'contraseña',
      'Contraseña1',
      'C0ntr4s3ña2026!',
      'password1234',
      'Colombia2026*',
      'bogota12345',
      'millonarios1',
      'juan carlos',
      '1q2w3e4r5t',
      'qwertyuiop1',
      'CLAVE-clave-CLAVE',
    ],
    personal: [
      'dueno5dueno5',
      'Dueno5-2026',
      'martaruiz1985',
      'M4rta Ruiz 73',
      'mlruiz73.ejemplo',
      'lossamanes12',
      'Samanes2026!',
      'zx dueno5 zx',
    ],
  };
  for (const [reason, passwords] of Object.entries(reasons)) {
    for (const password of passwords) {
      expect([password, refusal(password)]).toEqual([password, reason]);
    }
  }
});

it('a password that is hard to guess is accepted, also of ordinary words', () => {
  for (const password of [
    'caballo grapa pila',
    'carlota va en tren 8',
    'una clave cualquiera',
    'la primera de todas',
    'ñandú 7890',
    'Tr0ub4dor&3',
    'k3$Lq9!vTz',
    'lluvia en la terraza',
    'el perro de mi tía 4',
    '日本語のパスワードです',
    '😀🎈🚲🌮🏠🐶⚽🎵📚✈️',
  ]) {
    expect([password, refusal(password)]).toEqual([password, null]);
  }
});

it('only the beginning of a long password is checked', () => {
  expect(refusal('a'.repeat(200))).toBe('pattern');
  expect(refusal(`${'colombia'.repeat(8)}${'k3$Lq9!vTz'.repeat(10)}`)).toBe('common');
  expect(refusal('k3$Lq9!vTz'.repeat(20))).toBeNull();
});

it('a refused password gets an instruction in Spanish', () => {
  expect(() => requireStrong('Samanes2026!', about)).toThrow(
    expect.objectContaining({
      details: {
        reason: 'personal',
        message:
          'La contraseña se adivina por su nombre, usuario, correo o copropiedad. Elija otra, por ejemplo cuatro palabras que no vayan juntas.',
      },
    }),
  );
});
