import { useInfiniteQuery } from '@tanstack/react-query';
import { factsToRead } from '../../shared/audit/act-amounts.ts';
import { actWords } from '../../shared/audit/act-words.ts';
import type { AuditRecord } from '../../shared/audit/audit.api.ts';
import { date, exactTime } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { type Column, Table } from '../ui/table.tsx';
import styles from './audit.module.css';
import type { TrailFilter } from './filter-query.ts';
import type { Trail } from './trails.ts';
import { trailQuery } from './use-trail.ts';

interface Props {
  trail: Trail;
  jointId: number;
  filter: TrailFilter;
}

/** The entries that the filter leaves, newest first. */
export function AuditEntries({ trail, jointId, filter }: Props) {
  const list = useInfiniteQuery(trailQuery(trail, jointId, filter));
  return (
    <QueryView query={list}>
      {(data) => (
        <>
          <Table
            label={trail.name}
            columns={columns}
            rows={data.pages.flatMap(({ entries }) => entries)}
            rowKey={({ seq }) => seq}
            empty="Ningún acto coincide con el filtro."
            pageSize={Number.POSITIVE_INFINITY}
          />
          {list.hasNextPage && (
            <Button
              variant="secondary"
              onPress={() => void list.fetchNextPage()}
              isPending={list.isFetchingNextPage}
            >
              Mostrar anteriores
            </Button>
          )}
        </>
      )}
    </QueryView>
  );
}

const columns: Column<AuditRecord>[] = [
  { id: 'seq', header: 'N.º', cell: ({ seq }) => seq },
  { id: 'at', header: 'Fecha y hora', cell: ({ at }) => `${date(at)}, ${exactTime(at)}` },
  { id: 'actor', header: 'Quién', cell: ({ actor }) => actor },
  { id: 'what', header: 'Qué se hizo', cell: (entry) => <What entry={entry} /> },
];

/** The sentence, and on demand the facts, amounts in pesos, and the hash that a verifier compares. */
function What({ entry: { act, what, data, hash } }: { entry: AuditRecord }) {
  return (
    <div className={styles.what}>
      <strong>{actWords[act] ?? act}</strong>
      <span>{what}</span>
      <details>
        <summary>Detalle</summary>
        <pre className={styles.facts}>{JSON.stringify(factsToRead(act, data), null, 1)}</pre>
        <p className={styles.hash}>Huella: {hash}</p>
      </details>
    </div>
  );
}
