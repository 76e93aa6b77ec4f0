import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inks } from './report-text.ts';

it('colours of papers equal the light theme of the screens', () => {
  const css = readFileSync(new URL('../../../client/ui/tokens.css', import.meta.url), 'utf8');
  const light = new Map(
    [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}),/g)].map(([, name, colour]) => [name, colour]),
  );
  const names = {
    ink: 'ink',
    soft: 'ink-soft',
    primary: 'primary',
    primaryStrong: 'primary-strong',
    primarySoft: 'primary-soft',
    accent: 'accent',
    success: 'success',
    successSoft: 'success-soft',
    warning: 'warning',
    warningSoft: 'warning-soft',
    danger: 'danger',
    dangerSoft: 'danger-soft',
  } as const;
  for (const [ink, token] of Object.entries(names))
    expect(inks[ink as keyof typeof names], ink).toBe(light.get(token));
});
