import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { Page } from '../../../ui/page.tsx';
import { bothOf, QueryView } from '../../../ui/query-view.tsx';
import { AfterCard } from '../after/after-card.tsx';
import { JointPicker } from '../joint-picker.tsx';
import { QUORUM_POLL_MS } from '../poll-times.ts';
import { assemblyTexts } from '../texts.ts';
import { ActaCard } from './acta-downloads.tsx';
import styles from './assemblies.page.module.css';
import { assembliesQuery, assemblyJointQuery, useFollowAssembly } from './assemblies.queries.ts';
import { ArchiveCard } from './assemblies-archive.tsx';
import { CurrentAssembly } from './assemblies-current.tsx';
import { EndedAssembly } from './assemblies-ended.tsx';
import { RulesCard } from './assemblies-law.tsx';
import { AssembliesNav } from './assemblies-nav.tsx';
import { NewAssemblyForm } from './new-assembly-form.tsx';
import { RollCard } from './roll-card.tsx';

/** The assemblies of a joint: the current one and its course, a new one, and those that were. */
export default function AssembliesPage() {
  const [search, setSearch] = useSearchParams();
  const asked = Number(search.get('assemblyId'));
  const endedId = Number.isSafeInteger(asked) && asked > 0 ? asked : null;
  const show = (assemblyId: number | null) =>
    setSearch(assemblyId === null ? {} : { assemblyId: String(assemblyId) });
  return (
    <Page title="Asambleas">
      <AssembliesNav />
      <JointPicker>
        {(joint, picker) => (
          <Assemblies key={joint.id} jointId={joint.id} picker={picker} endedId={endedId} onShow={show} />
        )}
      </JointPicker>
    </Page>
  );
}

interface Props {
  jointId: number;
  picker: ReactNode;
  /** The archived assembly that is looked at, if any. */
  endedId: number | null;
  onShow: (assemblyId: number | null) => void;
}

function Assemblies({ jointId, picker, endedId, onShow }: Props) {
  const list = useQuery(assembliesQuery(jointId));
  const ofJoint = useQuery(assemblyJointQuery(jointId));
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  useFollowAssembly(jointId, live.joint);
  const [isOpening, setOpening] = useState(false);
  return (
    <QueryView query={bothOf(list, ofJoint)} above={picker} failed={assemblyTexts.noInformation}>
      {([assemblies, joint]) => {
        const [current, ...former] = assemblies;
        const ended = former.find((one) => one.assemblyId === endedId);
        const view = ended ? 'ended' : isOpening || !current ? 'opening' : 'current';
        return (
          <View name={view}>
            {ended ? (
              <EndedAssembly joint={joint} assembly={ended} onBack={() => onShow(null)} />
            ) : (
              <>
                {picker}
                {current && view === 'current' ? (
                  <CurrentAssembly
                    joint={joint}
                    assembly={current}
                    live={live}
                    onOpenNext={() => setOpening(true)}
                  />
                ) : (
                  <NewAssemblyForm
                    joint={joint}
                    current={current ?? null}
                    live={live}
                    onDone={() => setOpening(false)}
                  />
                )}
                {current && current.closedAt !== null && view === 'current' && (
                  <AfterCard jointId={jointId} assemblyId={current.assemblyId} />
                )}
                {current && view === 'current' && <ActaCard jointId={jointId} assembly={current} />}
                {current && <RollCard key={current.assemblyId} joint={joint} assembly={current} />}
                <RulesCard mode={current?.mode} />
                <ArchiveCard former={former} onShow={onShow} />
              </>
            )}
          </View>
        );
      }}
    </QueryView>
  );
}

/** What the page shows. When it becomes something else, the focus and the eye begin at its top. */
function View({ name, children }: { name: string; children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null);
  const before = useRef(name);
  useEffect(() => {
    if (before.current !== name) top.current?.focus();
    before.current = name;
  }, [name]);
  return (
    <div ref={top} tabIndex={-1} className={styles.view}>
      {children}
    </div>
  );
}
