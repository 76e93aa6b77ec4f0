import { messageOf } from '../../../lib/api.ts';
import { Notice } from '../../../ui/page.tsx';
import { blockedBy } from './failure.ts';

/** Error of a refused power of attorney, with the limits against the power. */
export function PowerRefused({ error }: { error: Error | null }) {
  return (
    error && (
      <Notice kind="error" title={messageOf(error)}>
        {blockedBy(error).map((words) => (
          <p key={words}>{words}</p>
        ))}
      </Notice>
    )
  );
}
