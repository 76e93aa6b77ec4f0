import type { ReactNode } from 'react';
import type { BillingApartment } from '../../../../shared/accounts/users.api.ts';
import { Profile } from '../../../../shared/profiles.ts';
import { unitLabel } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.store.ts';
import { useHelpOf } from '../../../ui/face/help-joint.ts';
import { Card } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import type { JointOption } from '../../properties/index.ts';
import { useBillingUnits } from '../billing.queries.ts';
import { BillingJointPicker } from '../joint-picker.tsx';
import { UnitChoice } from '../unit-choice.tsx';
import { billingTexts } from '../words.ts';
import { chooseUnit, useChosenUnit } from './chosen-unit.store.ts';
import styles from './own.module.css';

interface Props {
  /** Renders the content for the chosen unit. Remounted for each unit. */
  children: (unit: BillingApartment) => ReactNode;
}

/**
 * Picker of a joint and a unit. An owner sees only own units. Shows no picker if there is only a single choice.
 * @param children renders the content for the chosen unit
 */
export function UnitPicker({ children }: Props) {
  const isOwner = useSession((state) => state.user?.profileId === Profile.owner);
  return (
    <BillingJointPicker none={isOwner ? billingTexts.noOwnUnits : undefined}>
      {(joint, picker) => (
        <JointUnits
          key={joint.id}
          joint={joint}
          picker={picker}
          isOwner={isOwner}
          none={isOwner ? billingTexts.noOwnUnits : billingTexts.noUnitsOfJoint}
        >
          {children}
        </JointUnits>
      )}
    </BillingJointPicker>
  );
}

interface OfJointProps extends Props {
  joint: JointOption;
  picker: ReactNode;
  none: string;
  isOwner: boolean;
}

/** Picker of a unit within the picked joint. Starts with the unit viewed last, else the first. */
function JointUnits({ joint, picker, none, isOwner, children }: OfJointProps) {
  const query = useBillingUnits(joint.id);
  useHelpOf(joint.id);
  const chosen = useChosenUnit();
  return (
    <QueryView query={query} page above={<Card>{picker}</Card>} failed={billingTexts.notLoaded} empty={none}>
      {(units) => {
        const wanted = chosen.jointId === joint.id ? chosen.apartmentId : null;
        const unit = units.find(({ apartmentId }) => apartmentId === wanted) ?? units[0];
        const names = new Set(units.map(({ owner }) => owner));
        return (
          <>
            <Card>
              <div className={`grid-4 ${styles.pickers}`}>
                {picker}
                <UnitChoice
                  units={units}
                  // Owners see the owner's name only if their units have different owners.
                  labelOf={isOwner && names.size === 1 ? ({ apartmentId }) => apartmentId : unitLabel}
                  value={unit?.apartmentId ?? null}
                  // Ignores a cleared field: the shown unit stays until the next choice.
                  onChange={(apartmentId) => apartmentId !== null && chooseUnit(joint.id, apartmentId)}
                />
              </div>
            </Card>
            {unit && (
              <div key={unit.apartmentId} className="stack-5">
                {children(unit)}
              </div>
            )}
          </>
        );
      }}
    </QueryView>
  );
}
