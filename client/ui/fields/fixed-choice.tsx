/**
 * Field with a single possible choice: shows the name in place of a list with a single entry (the specification,
 * section 5).
 */
export function FixedChoice({ label, value }: { label: string; value: string }) {
  return (
    <div className="stack-2">
      <span className="soft">{label}</span>
      <span className="strong large">{value}</span>
    </div>
  );
}
