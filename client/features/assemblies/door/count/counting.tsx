import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLiveJoint } from '../../../../lib/live/live.ts';
import { Button } from '../../../../ui/button.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { Stack } from '../../../../ui/page.tsx';
import { QueryView } from '../../../../ui/query-view.tsx';
import { JointLiveLine } from '../../joint-live-line.tsx';
import { QUORUM_POLL_MS } from '../../poll-times.ts';
import { assemblyTexts } from '../../texts.ts';
import { useUnits } from '../../units/use-units.ts';
import { useAssemblyJoints } from '../../use-assembly-joints.ts';
import { CameraSwitch } from '../scan/camera-switch.tsx';
import { clearSignal } from '../scan/signal.ts';
import { SignalBand } from '../scan/signal-band.tsx';
import { useScans } from '../scan/use-scans.ts';
import { BallotList } from './ballot-list.tsx';
import { countBallot } from './ballot-queue.ts';
import { CountedQuestion } from './counted-question.tsx';
import { useCountedQuestion } from './use-counted-question.ts';

/** The counting table of a joint, or of one of its sectors: each has questions of its own. */
export function Counting({ jointId }: { jointId: number }) {
  const joints = useAssemblyJoints();
  const joint = joints.data?.find((item) => item.joint.jointId === jointId)?.joint;
  const [place, setPlace] = useState(jointId);
  const places = [
    { id: jointId, label: joint?.jointName ?? '' },
    ...(joint?.sectors ?? []).map((sector) => ({ id: sector.sectorId, label: sector.sectorName })),
  ];
  return (
    <Stack>
      {places.length > 1 && (
        <Select
          label="Se cuenta la votación de"
          items={places}
          value={place}
          onChange={setPlace}
          placeholder="Seleccione una copropiedad"
        />
      )}
      <CountingTable key={place} jointId={place} />
    </Stack>
  );
}

function CountingTable({ jointId }: { jointId: number }) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const { query, units } = useUnits(jointId, live);
  const counted = useCountedQuestion(jointId, live.joint);
  const { question, isOther } = counted;
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const roll = useRef(units);
  useEffect(() => {
    roll.current = units;
  });
  // What the band says is of this table alone.
  useEffect(() => clearSignal, []);

  const count = (scanned: string) => {
    setText('');
    setMissing(false);
    if (!isOther) counted.agree();
    countBallot(
      {
        jointId,
        conceptId: isOther ? null : (question?.conceptId ?? null),
        closed: isOther ? OTHER_QUESTION : assemblyTexts.voteInactive,
        roll: () => roll.current,
      },
      scanned,
    );
  };
  const box = useScans<HTMLFormElement>(count);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') setMissing(true);
    else count(text);
    box.current?.querySelector('input')?.focus();
  };

  return (
    <QueryView query={query} failed={assemblyTexts.noInformation}>
      {() => (
        <Stack>
          <JointLiveLine live={live} />
          <CountedQuestion joint={live.joint} counted={counted} />
          <SignalBand />
          <form ref={box} onSubmit={submit} noValidate>
            <Stack>
              <TextField
                label="Papeleta de votación"
                description="Lea la papeleta con el lector o la cámara, o digite su código."
                value={text}
                onChange={(value) => {
                  setText(value);
                  setMissing(false);
                }}
                error={isMissing ? assemblyTexts.codeRequired : null}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck="false"
                maxLength={300}
                isRequired
              />
              <Button type="submit" size="large">
                Contar
              </Button>
            </Stack>
          </form>
          <CameraSwitch />
          <BallotList jointId={jointId} />
        </Stack>
      )}
    </QueryView>
  );
}

const OTHER_QUESTION =
  'La pregunta cambió. Confirme en la pantalla que se cuenta la nueva, y vuelva a leer la papeleta.';
