import Type, { type Static } from 'typebox';
import { ApartmentId, CoefficientNumber } from '../api.ts';
import { tableChoices } from '../sheet-account.ts';
import { apartmentKinds } from './apartment-kinds.ts';

/**
 * Roles of columns in a table of units:
 * - `unit`, and `tower` in front ('1' and '101' are '1-101');
 * - `coefficient`;
 * - `owner`: a full name, of a co-owner if there are several columns; `given` and `surname`: parts joined with given
 *   names first;
 * - `document`, `email`, `phone`: of the owners, several of each;
 * - `kind`, and `main`: the main unit of an annex;
 * - `ignore`: not read.
 */
export const unitColumnRoles = [
  'unit',
  'tower',
  'coefficient',
  'owner',
  'given',
  'surname',
  'document',
  'email',
  'phone',
  'kind',
  'main',
  'ignore',
] as const;
export type UnitColumnRole = (typeof unitColumnRoles)[number];

/** Spanish labels of the roles (meanings) of a column in a table of units, for screens. */
export const unitColumnWords: Record<UnitColumnRole, string> = {
  unit: 'Inmueble',
  tower: 'Torre (delante del inmueble)',
  coefficient: 'Coeficiente',
  owner: 'Propietario',
  given: 'Nombres del propietario',
  surname: 'Apellidos del propietario',
  document: 'Documento',
  email: 'Correo',
  phone: 'Celular',
  kind: 'Tipo',
  main: 'Inmueble principal',
  ignore: 'No usar',
};

/** Choices of a user for reading a table of units. The server finds absent fields automatically. */
export const UnitsReading = Type.Object({
  ...tableChoices(unitColumnRoles, 200),
  /** True to apply a tower to the rows below the cell or heading with the tower. */
  fillTowers: Type.Optional(Type.Boolean()),
  /** Kinds of the units that have no kind in the file. */
  kinds: Type.Optional(
    Type.Array(Type.Object({ apartmentId: ApartmentId, kind: Type.Enum(apartmentKinds) }), {
      maxItems: 2000,
    }),
  ),
  /** True to read towers that each sum to a whole as a single table. */
  isOneTable: Type.Optional(Type.Boolean()),
  /** Towers to read as sectors. `share`: percentage of the joint. */
  towerShares: Type.Optional(
    Type.Array(Type.Object({ tower: Type.String({ maxLength: 200 }), share: CoefficientNumber }), {
      maxItems: 200,
    }),
  ),
  /** True if renamed units keep the id used in the joint. */
  keepNames: Type.Optional(Type.Boolean()),
});
export type UnitsReading = Static<typeof UnitsReading>;
