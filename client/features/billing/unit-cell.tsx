import styles from './billing.module.css';

/**
 * Table cell with the unit, the units billed together, and the owner below.
 * @param units ids of the units billed together
 * @param owner name of the owner
 */
export function UnitCell({
  apartmentId,
  units = [],
  owner,
}: {
  apartmentId: string;
  units?: readonly string[];
  owner: string;
}) {
  const others = units.filter((unit) => unit !== apartmentId);
  return (
    <span className={`breaks ${styles.unit}`}>
      {apartmentId}
      {others.length > 0 && <span className="soft block regular">con {others.join(', ')}</span>}
      <span className="soft block regular">{owner}</span>
    </span>
  );
}
