import { expect, it } from 'vitest';
import { isAgreed, proposalWords } from './proposal-words.ts';

it('proposalWords lists the grounds of a proposal, with the units if the grounds disagree', () => {
  const unit = { kind: 'unit', said: 'APTO 301', accounts: ['1-301', '2-301'] } as const;
  const owner = { kind: 'owner', said: 'ANA PÉREZ', accounts: ['1-301'] } as const;
  const grounds = [
    { ...unit, accounts: [...unit.accounts] },
    { ...owner, accounts: [...owner.accounts] },
  ];
  const agreed = { apartmentId: '1-301', grounds, twin: null };
  expect(proposalWords(agreed)).toEqual(['Nombra «APTO 301».', 'Nombra al propietario: ANA PÉREZ.']);
  expect(isAgreed(agreed)).toBe(true);
  expect(proposalWords({ ...agreed, apartmentId: null })).toEqual([
    'Las señales no coinciden.',
    'Nombra «APTO 301» (1-301, 2-301).',
    'Nombra al propietario: ANA PÉREZ (1-301).',
  ]);
  expect(isAgreed({ ...agreed, twin: 7 })).toBe(false);
  expect(proposalWords({ ...agreed, twin: 7 }).at(-1)).toContain('Ya hay un recibo igual: el 7.');
  const amount = { kind: 'amount' as const, said: '$ 392.500', accounts: ['1-301', '2-301'] };
  expect(proposalWords({ apartmentId: null, grounds: [grounds[0], amount], twin: null } as never)).toEqual([
    'Nombra «APTO 301» (1-301, 2-301).',
    '1-301 y 2-301 deben juntos exactamente $ 392.500.',
  ]);
  expect(isAgreed({ ...agreed, grounds: [...grounds, { ...amount, accounts: ['1-301'] }] })).toBe(true);
  expect(isAgreed({ ...agreed, grounds: [{ ...amount, accounts: ['1-301'] }] })).toBe(false);
  const unknown = { kind: 'unit' as const, said: 'APTO 999', accounts: [] };
  expect(proposalWords({ apartmentId: null, grounds: [unknown], twin: null })).toEqual([
    'Nombra «APTO 999», que no está claro o no es un inmueble de la copropiedad.',
  ]);
});
