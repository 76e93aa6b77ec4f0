import type { ReactNode } from 'react';
import type { BillingApartment } from '../../../../shared/accounts/users.api.ts';
import { Profile } from '../../../../shared/profiles.ts';
import { useSession } from '../../../lib/session.store.ts';
import { Card } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import type { JointOption } from '../../properties/index.ts';
import { useBillingUnits } from '../billing.queries.ts';
import { billingTexts } from '../billing-words.ts';
import { BillingJointPicker } from '../joint-picker.tsx';
import { UnitChoice } from '../unit-choice.tsx';
import { chooseUnit, useChosenUnit } from './chosen-unit.store.ts';
import styles from './own.module.css';

interface Props {
  /** What the screen shows of the picked unit. Made anew for each. */
  children: (unit: BillingApartment) => ReactNode;
}

/** Picks a joint and one of its units, an owner's of their own, where there is more than one. */
export function UnitPicker({ children }: Props) {
  const isOwner = useSession((state) => state.user?.profileId === Profile.owner);
  return (
    <BillingJointPicker none={isOwner ? billingTexts.noOwnUnits : undefined}>
      {(joint, picker) => (
        <OfJoint
          key={joint.id}
          joint={joint}
          picker={picker}
          hasFirst={isOwner}
          none={isOwner ? billingTexts.noOwnUnits : billingTexts.noUnitsOfJoint}
        >
          {children}
        </OfJoint>
      )}
    </BillingJointPicker>
  );
}

/** An owner's few begin with the first one; a joint's many with none. */
function OfJoint({
  joint,
  picker,
  none,
  hasFirst,
  children,
}: Props & { joint: JointOption; picker: ReactNode; none: string; hasFirst: boolean }) {
  const query = useBillingUnits(joint.id);
  const chosen = useChosenUnit();
  return (
    <QueryView query={query} page above={<Card>{picker}</Card>} failed={billingTexts.notLoaded} empty={none}>
      {(units) => {
        const only = units.length === 1 ? units[0] : undefined;
        const wanted = chosen.jointId === joint.id ? chosen.apartmentId : null;
        const first = hasFirst ? units[0] : only;
        const unit = units.find(({ apartmentId }) => apartmentId === wanted) ?? first;
        return (
          <>
            <Card>
              <div className={styles.pickers}>
                {picker}
                <UnitChoice
                  units={units}
                  value={unit?.apartmentId ?? null}
                  // Wiped out to type another one: what is shown stays until then.
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
