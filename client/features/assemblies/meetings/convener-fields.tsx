import { useQuery } from '@tanstack/react-query';
import { isConvenedByLaw } from '../../../../shared/assemblies/facts/convening.ts';
import { type Convener, convenerNames, conveners } from '../../../../shared/assemblies/law/conveners.ts';
import { fromNumber, sumNano, toNumber } from '../../../../shared/coefficient.ts';
import { coefficient } from '../../../lib/format.ts';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Notice } from '../../../ui/page.tsx';
import { unitsQuery } from '../units/use-units.ts';
import type { AssemblyDraft } from './assemblies-draft.ts';

/** Returns the props of a field of the form for a value of the draft. */
export type DraftField = <Name extends keyof AssemblyDraft>(
  name: Name,
) => { value: AssemblyDraft[Name]; onChange: (value: AssemblyDraft[Name]) => void; error: string | null };

/** Joint, values of the form of an assembly, and the props of its fields. */
export interface ConvenerProps {
  jointId: number;
  draft: AssemblyDraft;
  field: DraftField;
}

const items = [
  { id: '' as const, label: 'Sin indicar' },
  ...conveners.map((id) => ({ id, label: convenerNames[id] })),
];

/**
 * Fields in the form of an assembly for the convener (administrator, owners …). If owners convene, also the units
 * and the sum of coefficients required by law.
 * @param draft form data of the assembly
 * @param field returns the props of a field
 */
export function ConvenerFields(props: ConvenerProps) {
  return (
    <>
      <Select<Convener | ''>
        label="Quién convoca"
        items={items}
        {...props.field('convener')}
        placeholder="Sin indicar"
      />
      {props.draft.convener === 'owners' && <ConveningUnits {...props} />}
    </>
  );
}

/**
 * Select for the units of convening owners: two owners or more, with a fifth of the coefficients (Ley 675, art.
 * 39).
 */
function ConveningUnits({ jointId, draft, field }: ConvenerProps) {
  const { data } = useQuery(unitsQuery(jointId, 'live'));
  const roll = data?.list ?? [];
  const nano = roll.map((unit) => ({
    ...unit,
    owner: unit.owner ?? '',
    coefficient: fromNumber(unit.coefficient),
  }));
  const chosen = nano.filter(({ apartmentId }) => draft.conveningUnits.includes(apartmentId));
  const sum = sumNano(chosen.map((unit) => unit.coefficient));
  const total = sumNano(nano.map((unit) => unit.coefficient));
  return (
    <>
      <MultiSelect
        label="Inmuebles de quienes convocan"
        items={roll.map(({ apartmentId, owner }) => ({
          id: apartmentId,
          label: `${apartmentId} ${owner ?? ''}`,
        }))}
        {...field('conveningUnits')}
        placeholder="Digite un inmueble"
      />
      {chosen.length > 0 && <p className="tabular">Suman {coefficient(toNumber(sum))} de coeficiente.</p>}
      {data && !isConvenedByLaw(chosen, total) && (
        <Notice kind="warning">
          Convocan dos propietarios o más que representen al menos el 20&nbsp;% de los coeficientes (Ley 675
          de 2001, art. 39). Agregue los que faltan; si guarda así, el acta lo dirá.
        </Notice>
      )}
    </>
  );
}
