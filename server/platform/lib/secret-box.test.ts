import { expect, it } from 'vitest';
import { secretBox } from './secret-box.ts';

const box = secretBox('a secret of the installation');

it('a sealed text opens with the same key and name, and with no other', () => {
  const sealed = box.seal('clave ñ', 'joint 7');
  expect(sealed).not.toContain('clave');
  expect(box.open(sealed, 'joint 7')).toBe('clave ñ');
  expect(box.open(sealed, 'joint 8')).toBeNull();
  expect(secretBox('another secret').open(sealed, 'joint 7')).toBeNull();
});

it('two seals of a text differ, and a changed or short text does not open', () => {
  const [one, two] = [box.seal('clave', 'joint 7'), box.seal('clave', 'joint 7')];
  expect(one).not.toBe(two);
  const bytes = Buffer.from(one, 'base64url');
  for (const at of [0, 13, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(box.open(changed.toString('base64url'), 'joint 7')).toBeNull();
  }
  for (const short of ['', 'AAAA', one.slice(0, 20)]) expect(box.open(short, 'joint 7')).toBeNull();
});
