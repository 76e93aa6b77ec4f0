import { useMemo, useState } from 'react';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { coefficient, count, exactTime } from '../../../lib/format.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { matches } from '../../../ui/fields/search.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button, Card } from '../../../ui/page.tsx';
import { bothOf, QueryView } from '../../../ui/query-view.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { assemblyTexts } from '../common/texts.ts';
import { useUnits } from '../units/use-units.ts';
import { countByTower } from './questions/by-tower.ts';
import { splitVoters, type Voter } from './questions/split-voters.ts';
import { useVotes } from './use-votes.ts';
import styles from './voters.module.css';

/** Minimum number of rows for a search field. */
const LONG = 12;
/** Number of rows rendered at first; a button renders more. */
const FIRST_ROWS = 300;

interface Props {
  jointId: number;
  concept: LiveConcept;
  live: LiveEntry;
}

/**
 * Lists on the operator's panel of the units with and without a vote on a question, by name. Never shows the
 * answers.
 */
export function PanelVoters({ jointId, concept, live }: Props) {
  const roll = useUnits(jointId, live);
  const votes = useVotes(jointId, concept, live);
  const { units } = roll;
  const voters = useMemo(() => splitVoters(units, votes.data ?? []), [units, votes.data]);
  const both = bothOf(roll.query, votes);
  return (
    <Card title="Quién ha votado">
      <QueryView query={both} failed={assemblyTexts.noInformation}>
        {([, cast]) => (
          <>
            <Freshness
              isBehind={cast.length !== concept.voted.apartments}
              failed={both.error !== null}
              at={Math.min(votes.dataUpdatedAt, roll.query.dataUpdatedAt)}
              onRetry={() => void both.refetch()}
            />
            <Tabs
              label="Quién ha votado"
              items={[
                {
                  id: 'pending',
                  title: `Sin votar (${count(voters.pending.length)})`,
                  content: (
                    <>
                      {concept.active === 1 && <PendingByTower voters={voters.pending} />}
                      <VoterList
                        label="Sin votar"
                        voters={voters.pending}
                        empty="Todos los inmuebles registrados han votado."
                      />
                    </>
                  ),
                },
                {
                  id: 'voted',
                  title: `Votaron (${count(voters.voted.length)})`,
                  content: (
                    <VoterList label="Votaron" voters={voters.voted} empty="Todavía nadie ha votado." />
                  ),
                },
              ]}
            />
            {voters.without > 0 && (
              <p className="soft">
                {voters.without === 1
                  ? 'Un inmueble registrado tiene coeficiente 0 y no vota.'
                  : `${count(voters.without)} inmuebles registrados tienen coeficiente 0 y no votan.`}
              </p>
            )}
          </>
        )}
      </QueryView>
    </Card>
  );
}

/** Numbers of units without a vote by tower or floor; nothing for a single tower. */
function PendingByTower({ voters }: { voters: readonly Voter[] }) {
  const towers = countByTower(voters);
  if (towers.length < 2) return null;
  return (
    <p>
      Faltan por votar:{' '}
      {towers.map(({ tower, units }, i) => (
        <span key={tower} className={styles.tower}>
          {tower}: <strong className="tabular">{count(units)}</strong>
          {i < towers.length - 1 && ' · '}
        </span>
      ))}
    </p>
  );
}

interface FreshnessProps {
  isBehind: boolean;
  failed: boolean;
  at: number;
  onRetry: () => void;
}

/** Note that the list is older than the tally or could not be refetched. */
function Freshness({ isBehind, failed, at, onRetry }: FreshnessProps) {
  if (failed) {
    return (
      <div className={`between middle ${styles.stale}`}>
        <p>La lista no se pudo actualizar. Datos de las {exactTime(new Date(at).toISOString())}.</p>
        <Button variant="secondary" size="small" onPress={onRetry}>
          Reintentar
        </Button>
      </div>
    );
  }
  return <p className="soft">{isBehind ? 'Actualizando la lista…' : 'La lista está al día.'}</p>;
}

function VoterList({ label, voters, empty }: { label: string; voters: readonly Voter[]; empty: string }) {
  const [typed, setTyped] = useState('');
  const [limit, setLimit] = useState(FIRST_ROWS);
  const found = voters.filter((voter) => matches(`${voter.apartmentId} ${voter.owner}`, typed));
  const hidden = found.length - limit;
  return (
    <div className="stack-3">
      {(voters.length > LONG || typed !== '') && (
        <TextField label="Buscar inmueble o propietario" type="search" value={typed} onChange={setTyped} />
      )}
      {found.length === 0 ? (
        <p className={`faint ${styles.empty}`}>
          {typed === '' ? empty : 'Ningún inmueble coincide con lo escrito.'}
        </p>
      ) : (
        // Focusable, to scroll by keyboard: no element inside takes the focus.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <section className={styles.frame} aria-label={label} tabIndex={0}>
          <ul className={`plain ${styles.units}`}>
            {found.slice(0, limit).map((voter) => (
              <li key={voter.apartmentId} className={styles.unit}>
                <span className="bold anywhere">{voter.apartmentId}</span>
                <span className={`tabular ${styles.coefficient}`}>{coefficient(voter.coefficient)}</span>
                <span className={`breaks ${styles.owner}`}>{voter.owner}</span>
                <span className={`soft ${styles.holder}`}>{voter.holder ?? 'Se retiró'}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {hidden > 0 && (
        <div>
          <Button variant="secondary" size="small" onPress={() => setLimit(limit + FIRST_ROWS)}>
            Mostrar más (faltan {count(hidden)})
          </Button>
        </div>
      )}
    </div>
  );
}
