import { expect, it } from 'vitest';
import { displayTokenOf } from './session-display.ts';

const place = { pathname: '/Quorum', search: '?jointId=7', hash: '#head-1.body_2.tail3' };

it('displayTokenOf finds a display token only at the path of the quorum page', () => {
  expect(displayTokenOf(place)).toBe('head-1.body_2.tail3');
  expect(displayTokenOf({ ...place, hash: '' })).toBeNull();
  expect(displayTokenOf({ ...place, hash: '#contenido' })).toBeNull();
  expect(displayTokenOf({ ...place, pathname: '/LogIn' })).toBeNull();
});
