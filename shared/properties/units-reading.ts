import Type, { type Static } from 'typebox';
import { ApartmentId, CoefficientNumber } from '../api.ts';
import { apartmentKinds } from './apartment-kinds.ts';

/**
 * What a column of a table of units is:
 * - `unit`, and `tower` in front of it ('1' and '101' are '1-101');
 * - `coefficient`;
 * - `owner`: a whole name, of a co-owner where there are several such columns; `given` and `surname`: its parts,
 *   joined with the given names first;
 * - `document`, `email`, `phone`: of the owners, several of each;
 * - `kind`, and `main`: the unit that this one goes with;
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

/** What a column holds, as screens and accounts of a file say it. */
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

/** What somebody said of a table of units by hand; what is left out is found by itself. */
export const UnitsReading = Type.Object({
  /** The file's tables that are read and joined, by their place in the report. */
  tables: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 200 }), { maxItems: 200 })),
  /** The first table's header: its row (1-based; the last of two), and columns (0-based). */
  headerRow: Type.Optional(Type.Integer({ minimum: 1, maximum: 20_000 })),
  columns: Type.Optional(
    Type.Array(
      Type.Object({
        column: Type.Integer({ minimum: 0, maximum: 500 }),
        role: Type.Enum(unitColumnRoles),
      }),
      { maxItems: 200 },
    ),
  ),
  /** Whether a tower goes on below the row that it is written in, or above which it stands. */
  fillTowers: Type.Optional(Type.Boolean()),
  /** Kinds of units that neither word nor header tells. */
  kinds: Type.Optional(
    Type.Array(Type.Object({ apartmentId: ApartmentId, kind: Type.Enum(apartmentKinds) }), {
      maxItems: 2000,
    }),
  ),
  /** Towers that each sum to a whole are one table. */
  isOneTable: Type.Optional(Type.Boolean()),
  /** Such towers are sectors instead; `share`: part of each in the joint, in percent. */
  towerShares: Type.Optional(
    Type.Array(Type.Object({ tower: Type.String({ maxLength: 200 }), share: CoefficientNumber }), {
      maxItems: 200,
    }),
  ),
  /** Units that seem to have another name now keep the one that the joint knows. */
  keepNames: Type.Optional(Type.Boolean()),
});
export type UnitsReading = Static<typeof UnitsReading>;
