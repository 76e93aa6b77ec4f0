import { describe, expect, it } from 'vitest';
import { type BillingSettings, defaultSettings } from '../../../../shared/billing/settings.api.ts';
import { asSettings, asTyped, decimalOf, monthlyRateOf, settingsFaults } from './typed-settings.ts';

const full: BillingSettings = {
  ...defaultSettings,
  discount: { percent: 7.5, day: 10 },
  gln: '7701234567897',
  referenceDigits: 24,
  offsetX: -1.5,
  offsetY: 2,
  nit: '900123456-7',
  brebKey: '@conjunto',
};

describe('settings form', () => {
  it.each([[defaultSettings], [full]])('unchanged settings are sent as loaded', (settings) => {
    expect(asSettings(asTyped(settings))).toEqual(settings);
  });

  it('settingsFaults names each invalid field', () => {
    const wrong = {
      ...asTyped(full),
      percent: '0',
      gln: '770123',
      referenceDigits: '25',
      offsetX: '51',
      offsetY: 'x',
    };
    expect(Object.keys(settingsFaults(wrong))).toEqual([
      'percent',
      'gln',
      'referenceDigits',
      'offsetX',
      'offsetY',
    ]);
    expect(asSettings(wrong)).toBeNull();
    expect(
      asSettings({ ...wrong, hasDiscount: false, gln: '', referenceDigits: '', offsetX: '1', offsetY: '0' }),
    ).toMatchObject({
      discount: null,
      gln: null,
    });
  });

  it('monthlyRateOf accepts 0 to 10 per cent with up to six decimals', () => {
    const typed = ['1,5', '1.918940 %', '0', '10', '10,1', '1,1234567', '-1', 'uno'];
    expect(typed.map(monthlyRateOf)).toEqual([1.5, 1.91894, 0, 10, null, null, null, null]);
  });

  it.each([
    ['25,62', 25.62],
    ['25.62 %', 25.62],
    ['-1,5', -1.5],
    ['', null],
    ['veinte', null],
    ['1.234,5', null],
  ])('decimalOf parses %j as %j', (text, value) => {
    expect(decimalOf(text)).toBe(value);
  });
});
