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

interface Props {
  jointId: number;
  draft: AssemblyDraft;
  onChange: (part: Partial<AssemblyDraft>) => void;
}

const items = [
  { id: '' as const, label: 'Sin indicar' },
  ...conveners.map((id) => ({ id, label: convenerNames[id] })),
];

/**
 * Fields in the form of an assembly for the convener (administrator, owners …). If owners convene, also the units
 * and the sum of coefficients required by law.
 * @param draft form data of the assembly
 * @param onChange called with the changed fields
 */
export function ConvenerFields({ jointId, draft, onChange }: Props) {
  return (
    <>
      <Select<Convener | ''>
        label="Quién convoca"
        items={items}
        value={draft.convener}
        onChange={(convener) => onChange({ convener })}
        placeholder="Sin indicar"
      />
      {draft.convener === 'owners' && <ConveningUnits jointId={jointId} draft={draft} onChange={onChange} />}
    </>
  );
}

/**
 * Select for the units of convening owners: two owners or more, with a fifth of the coefficients (Ley 675, art.
 * 39).
 */
function ConveningUnits({ jointId, draft, onChange }: Props) {
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
        value={draft.conveningUnits}
        onChange={(conveningUnits) => onChange({ conveningUnits })}
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
