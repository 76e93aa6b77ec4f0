import { describe, expect, it } from 'vitest';
import { Profile } from '../../shared/profiles.ts';
import { unitsOfSameOwners } from './same-owner.ts';
import { fieldsOf, saveOf, userFaults } from './user-fields.ts';

const owner = {
  ...fieldsOf(null),
  username: ' ana ',
  name: 'Ana',
  password: '1234567890',
  profileId: Profile.owner,
  assemblyApartments: [
    { jointId: 1, apartmentId: '101' },
    { jointId: 1, apartmentId: '102' },
    { jointId: 2, apartmentId: '7' },
  ],
};

describe('the form of a user', () => {
  it('asks for what is missing', () => {
    expect(Object.keys(userFaults(fieldsOf(null), true)).sort()).toEqual([
      'name',
      'password',
      'profileId',
      'username',
    ]);
    expect(userFaults({ ...owner, email: 'ana@' }, true)).toEqual({ email: 'El correo no es válido.' });
    expect(userFaults({ ...owner, password: '' }, false)).toEqual({});
  });

  it('links an owner to their units, and to joints only through them', () => {
    expect(saveOf(owner, null)).toMatchObject({
      kind: 'new',
      body: {
        username: 'ana',
        email: null,
        assemblyJoints: [],
        assemblyApartments: owner.assemblyApartments,
      },
    });
  });

  it('drops the links that another profile does not have', () => {
    const { body } = saveOf(
      { ...owner, profileId: Profile.operator, assemblyJoints: [3], billingJoints: [4] },
      null,
    );
    expect(body).toMatchObject({ assemblyJoints: [3], billingJoints: [], assemblyApartments: [] });
  });

  it('keeps the password of a known user unless a new one is typed', () => {
    const known = { userId: '9', username: 'ana', disabled: false };
    const user = { ...owner, ...known, name: 'Ana', email: null, profileId: Profile.owner };
    const save = saveOf({ ...owner, password: '' }, user);
    expect(save).toMatchObject({ kind: 'change', userId: '9' });
    expect(save.body).not.toHaveProperty('password');
  });
});

describe('the units of the same owner', () => {
  const unit = (apartmentId: string, name: string, ownerDocument: string | null = null) => ({
    jointId: 1,
    apartmentId,
    kind: 'vivienda' as const,
    mainApartmentId: null,
    owner: name,
    ownerDocument,
    emails: [],
    phones: [],
    coefficient: 1,
  });

  it('go by document where both show one, else by name', () => {
    const all = [
      unit('1', 'Ana', '10'),
      unit('2', 'ANA P.', '10'),
      unit('3', 'Ana', '99'),
      unit('4', 'ana '),
      unit('5', 'Luis'),
    ];
    expect(unitsOfSameOwners(all, ['1'])).toEqual(['2', '4']);
    expect(unitsOfSameOwners(all, ['5'])).toEqual([]);
  });
});
