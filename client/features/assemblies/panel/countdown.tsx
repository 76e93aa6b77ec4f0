import { setCountdown } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { call } from '../../../lib/api.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import { Button } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { assemblyTexts } from '../common/texts.ts';
import { Countdown } from '../live/countdown.tsx';

interface Props {
  jointId: number;
  concept: LiveConcept;
  /** False while the WebSocket connection is down: the component then refetches after a change. */
  isLive: boolean;
}

const CHOICES = [
  { seconds: 30, label: '30 s' },
  { seconds: 60, label: '1 min' },
  { seconds: 120, label: '2 min' },
  { seconds: 300, label: '5 min' },
] as const;

/**
 * Buttons to announce the closing of the open question by a countdown on all screens. The operator still closes the
 * question by a press.
 */
export function PanelCountdown({ jointId, concept, isLive }: Props) {
  const { conceptId, countdownTo } = concept;
  const announcing = useRequest(
    (seconds: number) => call(setCountdown, { params: { jointId, conceptId }, body: { seconds } }),
    {
      failed: assemblyTexts.countdownFailed,
      onSettled: () => {
        if (!isLive) refreshJoint(jointId);
      },
    },
  );
  const choice = (seconds: number, label: string) => (
    <Button
      key={seconds}
      variant="secondary"
      size="small"
      isDisabled={announcing.isPending}
      onPress={() => announcing.mutate(seconds)}
    >
      {label}
    </Button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form
    <div role="group" aria-label="Cuenta regresiva" className="wrap-3 middle">
      {countdownTo === undefined ? (
        <>
          <span>Anunciar el cierre en</span>
          {CHOICES.map(({ seconds, label }) => choice(seconds, label))}
        </>
      ) : (
        <>
          <Countdown concept={concept} />
          {choice(0, 'Quitar la cuenta regresiva')}
        </>
      )}
    </div>
  );
}
