import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { Profile } from '../../../../shared/profiles.ts';
import { dateTime } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useSession } from '../../../lib/session.store.ts';
import { later } from '../../../lib/time/later.ts';
import { Button, Notice, Stack } from '../../../ui/page.tsx';
import { QrImage } from '../../../ui/qr-image.tsx';
import { useShellNotice } from '../../../ui/shell-notice.ts';
import { findingText, findingTitle, findingWords } from './finding-words.ts';
import styles from './head-findings.module.css';
import { changeHeads, type HeadFinding } from './heads-db.ts';

/** Milliseconds until a harmless finding disappears from a wall screen: no user presses buttons there. */
const CALM_ON_WALL_MS = 60_000;

const useFindings = create<{ unseen: readonly HeadFinding[] }>(() => ({ unseen: [] }));

/**
 * Shows warnings about a joint's audit trail above every page, until the user has read the warnings. See
 * `HeadFinding`.
 * @param findings findings to add; read findings and repeats are ignored
 */
export function showFindings(findings: readonly HeadFinding[]): void {
  const { unseen } = useFindings.getState();
  const fresh = findings.filter(({ id, isSeen }) => !isSeen && !unseen.some((one) => one.id === id));
  if (fresh.length === 0) return;
  useFindings.setState({ unseen: [...unseen, ...fresh] });
  useShellNotice.setState({ Notice: HeadFindings });
}

function markSeen({ id, jointId }: HeadFinding): void {
  useFindings.setState(({ unseen }) => ({ unseen: unseen.filter((one) => one.id !== id) }));
  void changeHeads(jointId, (now) => ({
    ...now,
    findings: now.findings.map((one) => (one.id === id ? { ...one, isSeen: true } : one)),
  }));
}

function HeadFindings() {
  const unseen = useFindings((state) => state.unseen);
  if (unseen.length === 0) return null;
  return (
    <div className={`stack-3 ${styles.findings}`}>
      {unseen.map((finding) =>
        finding.kind === 'fault' ? (
          <LoudFinding key={finding.id} finding={finding} />
        ) : (
          <CalmFinding key={finding.id} finding={finding} />
        ),
      )}
    </div>
  );
}

/** Notice of a harmless finding about the audit log, in a single sentence. */
function CalmFinding({ finding }: { finding: HeadFinding }) {
  const isWall = useSession((state) => state.user?.profileId === Profile.display);
  useEffect(() => {
    if (!isWall) return;
    return later(() => markSeen(finding), CALM_ON_WALL_MS);
  }, [isWall, finding]);
  return (
    <Notice>
      <p>{findingWords(finding).join(' ')}</p>
      {!isWall && (
        <Stack row>
          <Button size="small" variant="secondary" onPress={() => markSeen(finding)}>
            Entendido
          </Button>
        </Stack>
      )}
    </Notice>
  );
}

/**
 * Alert about a serious finding: the mismatch in the audit log, advice, and both log heads to save and show. Stays
 * until the user confirms.
 */
function LoudFinding({ finding }: { finding: HeadFinding }) {
  const text = findingText(finding);
  const save = () =>
    saveFile({ name: 'Cabezas que no concuerdan.txt', blob: new Blob([text], { type: 'text/plain' }) });
  return (
    <Notice kind="error" title={findingTitle(finding)}>
      {findingWords(finding).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>
        Avise ya al presidente y al secretario, pida que conste en el acta y compare con otro teléfono. Guarde
        las dos cabezas: son la prueba.
      </p>
      <p className="soft">Se notó el {dateTime(new Date(finding.at).toISOString())}.</p>
      <Stack row>
        <Button onPress={save}>Guardar las dos cabezas</Button>
        {typeof navigator.share === 'function' && (
          <Button variant="secondary" onPress={() => void navigator.share({ text }).catch(() => undefined)}>
            Compartirlas
          </Button>
        )}
        <Button variant="secondary" onPress={() => markSeen(finding)}>
          Ya lo leí
        </Button>
      </Stack>
      <BothHeads finding={finding} />
    </Notice>
  );
}

function BothHeads({ finding: { former, note } }: { finding: HeadFinding }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.fold}>Ver las dos cabezas</summary>
      {isOpen && (
        <div className={styles.heads}>
          {former !== null && <HeadShown name="La que este equipo guardaba" note={former} />}
          <HeadShown name="La que llegó" note={note} />
        </div>
      )}
    </details>
  );
}

function HeadShown({ name, note }: { name: string; note: string }) {
  const [rows, setRows] = useState<string[] | null>(null);
  useEffect(() => {
    import('../../../lib/qr-rows.ts').then(
      ({ qrRows }) => setRows(qrRows(note)),
      () => undefined,
    );
  }, [note]);
  return (
    <section className="stack-2" aria-label={name}>
      <p className="bold">{name}</p>
      {rows && <QrImage rows={rows} label={`${name}, como código QR`} className={styles.qr} />}
      <pre className={styles.note}>{note}</pre>
    </section>
  );
}
