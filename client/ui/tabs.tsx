import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import styles from './tabs.module.css';

interface Item {
  id: string;
  title: string;
  content: ReactNode;
}

interface Props {
  label: string;
  items: readonly Item[];
  /** Id of the selected tab, if the parent component controls the selection. */
  value?: string;
  onChange?: (id: string) => void;
  /** True to keep hidden panels with typed values. */
  keepsPanels?: boolean;
}

/**
 * Tabs with one visible panel. Arrow keys move between tabs. Without `value` the component itself remembers the
 * selected tab.
 */
export function Tabs({ label, items, value, onChange, keepsPanels }: Props) {
  return (
    <AriaTabs className="stack-3" selectedKey={value} onSelectionChange={(key) => onChange?.(String(key))}>
      <TabList aria-label={label} className={`wrap-2 ${styles.list}`}>
        {items.map(({ id, title }) => (
          <Tab key={id} id={id} className={styles.tab}>
            {title}
          </Tab>
        ))}
      </TabList>
      {items.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={styles.panel} shouldForceMount={keepsPanels}>
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
