import type { Joint } from '../../../../shared/properties/joints.api.ts';
import { Select } from '../../../ui/fields/select.tsx';

interface Props {
  joint: Joint;
  value: number;
  onChange: (jointId: number) => void;
}

/**
 * Select for the joint or a sector; each has its own roll (list of units), questions and quorum. Renders no element
 * without sectors.
 * @param value id of the chosen joint or sector
 */
export function AssemblyPlace({ joint, value, onChange }: Props) {
  if (joint.sectors.length === 0) return null;
  return (
    <Select
      label="Copropiedad o sector"
      items={[
        { id: joint.jointId, label: joint.jointName },
        ...joint.sectors.map((sector) => ({ id: sector.sectorId, label: sector.sectorName })),
      ]}
      value={value}
      onChange={onChange}
      placeholder="Seleccione un sector"
    />
  );
}
