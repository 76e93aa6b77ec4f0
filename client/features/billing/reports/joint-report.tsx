import type { ReactNode } from 'react';
import { Card, Page } from '../../../ui/page.tsx';
import { BillingJointPicker } from '../joint-picker.tsx';
import styles from './reports.module.css';

interface Props {
  title: string;
  intro: string;
  /** The form, for the picked joint. */
  children: (jointId: number) => ReactNode;
}

/** The page of a report: a joint, and a form that begins anew with each. */
export function JointReport({ title, intro, children }: Props) {
  return (
    <Page title={title} intro={intro}>
      <Card>
        <div className={`stack-4 ${styles.fields}`}>
          <BillingJointPicker>
            {(joint, picker) => (
              <>
                {picker}
                <div key={joint.id} className={`stack-4 ${styles.fields}`}>
                  {children(joint.id)}
                </div>
              </>
            )}
          </BillingJointPicker>
        </div>
      </Card>
    </Page>
  );
}
