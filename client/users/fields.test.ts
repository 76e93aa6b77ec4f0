import { describe, expect, it } from 'vitest';
import { Profile } from '../../shared/profiles.ts';
import { fieldsOf, saveOf, userFaults } from './fields.ts';
import { unitsOfSameOwners } from './same-owner.ts';

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

describe('user form', () => {
  it('userFaults names the missing fields', () => {
    expect(Object.keys(userFaults(fieldsOf(null), true)).sort()).toEqual([
      'name',
      'password',
      'profileId',
      'username',
    ]);
    expect(userFaults({ ...owner, email: 'ana@' }, true)).toEqual({ email: 'El correo no es válido.' });
    expect(userFaults({ ...owner, password: '' }, false)).toEqual({});
  });

  it('an owner is linked to units, and to joints only through the units', () => {
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

  it('saveOf drops links that the profile does not have', () => {
    const { body } = saveOf(
      { ...owner, profileId: Profile.operator, assemblyJoints: [3], billingJoints: [4] },
      null,
    );
    expect(body).toMatchObject({ assemblyJoints: [3], billingJoints: [], assemblyApartments: [] });
  });

  it('saveOf keeps the password of an existing user unless a new password is typed', () => {
    const storedUser = { userId: '9', username: 'ana', disabled: false };
    const user = { ...owner, ...storedUser, name: 'Ana', email: null, profileId: Profile.owner, rights: [] };
    const save = saveOf({ ...owner, password: '' }, user);
    expect(save).toMatchObject({ kind: 'change', shown: { userId: '9' } });
    expect(save.body).not.toHaveProperty('password');
  });
});

describe('units of the same owner', () => {
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

  it('unitsOfSameOwners compares documents if both units have one, else names', () => {
    const all = [
      unit('1', 'Ana', '10'),
      unit('2', 'ANA P.', '10'),
      unit('3', 'Ana', '98'),
      unit('4', 'ana '),
      unit('5', 'Luis'),
    ];
    expect(unitsOfSameOwners(all, ['1'])).toEqual(['2', '4']);
    expect(unitsOfSameOwners(all, ['5'])).toEqual([]);
  });
});
