/**
 * Shows the only possible choice as text, in place of a list with a single entry (specification, section
 * 5).
 */
export function FixedChoice({ label, value }: { label: string; value: string }) {
  return (
    <div className="stack-2">
      <span className="soft">{label}</span>
      <span className="strong large">{value}</span>
    </div>
  );
}
