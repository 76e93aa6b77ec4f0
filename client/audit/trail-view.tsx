import { infiniteQueryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { actWords } from '../../shared/audit/act-words.ts';
import type { AuditCheck, AuditRecord, AuditVote } from '../../shared/audit/audit.api.ts';
import { type FactRow, factRows } from '../../shared/audit/fact-rows.ts';
import { defined } from '../../shared/defined.ts';
import { call, messageOf } from '../lib/api.ts';
import { coefficient, date, dateTime, exactTime } from '../lib/format.ts';
import { ReportButton } from '../reports/button.tsx';
import { Select } from '../ui/fields/select.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { Button, Card, Notice, Stack } from '../ui/page.tsx';
import { Loading, QueryView } from '../ui/query-view.tsx';
import { type Column, NextPageButton, Table } from '../ui/table.tsx';
import { Whole } from '../ui/whole.tsx';
import styles from './audit.module.css';
import { filterQuery, noFilter, type TrailFilter } from './filter-query.ts';
import type { Trail } from './trails.ts';

/** Page content with a joint's audit log: verification, filter, files and entries. Remounted for each joint. */
export function TrailView({ trail, jointId }: { trail: Trail; jointId: number }) {
  const [filter, setFilter] = useState(noFilter);
  const of = { trail, jointId };
  return (
    <>
      <AuditCheckCard {...of} />
      <AuditFilter {...of} filter={filter} onChange={setFilter} />
      <AuditFiles {...of} filter={filter} />
      <AuditEntries {...of} filter={filter} />
    </>
  );
}

const look = { variant: 'secondary' } as const;

interface Props {
  trail: Trail;
  jointId: number;
  filter: TrailFilter;
}

/** Buttons to download the filtered audit log: PDF or Excel for reading, or JSONL to verify with other tools. */
function AuditFiles({ trail: { report }, jointId, filter }: Props) {
  const params = { jointId };
  const query = filterQuery(filter);
  return (
    <Stack row>
      <ReportButton report={report} input={{ params, query }} look={look}>
        Exportar a PDF
      </ReportButton>
      <ReportButton report={report} input={{ params, query: { ...query, xlsx: true } }} look={look}>
        Exportar a Excel
      </ReportButton>
      <ReportButton report={report} input={{ params, query: { ...query, jsonl: true } }} look={look}>
        Exportar para verificar (JSON)
      </ReportButton>
    </Stack>
  );
}

function AuditCheckCard({ trail, jointId }: { trail: Trail; jointId: number }) {
  const check = useMutation({ mutationFn: () => call(trail.check, { params: { jointId } }) });
  return (
    <Card title="Verificación">
      <Stack>
        <p>{trail.compares}</p>
        <Stack row>
          <Button onPress={() => check.mutate()} isPending={check.isPending}>
            Verificar
          </Button>
        </Stack>
        {!check.isIdle && (
          <div className={`stack-4 ${styles.verdict}`}>
            {check.isPending && <Loading label="Verificando" />}
            {check.isError && <Notice kind="error">{messageOf(check.error)}</Notice>}
            {check.data && <Verdict trail={trail} check={check.data} />}
          </div>
        )}
      </Stack>
    </Card>
  );
}

function Verdict({ trail, check }: { trail: Trail; check: AuditCheck }) {
  const { entries, lastHash, at, findings } = check;
  return (
    <>
      {findings.length === 0 ? (
        <Notice kind="success" title="El registro está íntegro.">
          Se verificaron {entries} actos y {trail.verified}.
        </Notice>
      ) : (
        <Notice kind="error" title={`Se encontraron ${findings.length} diferencias.`}>
          <ul className={`breaks ${styles.findings}`}>
            {findings.map(({ seq, what }) => (
              <li key={`${seq} ${what}`}>{seq === null ? what : `Acto ${seq}: ${what}`}</li>
            ))}
          </ul>
        </Notice>
      )}
      <p className={`breaks ${styles.hash}`}>
        Última huella ({dateTime(at)}): {lastHash}
      </p>
      <p>{trail.printed}</p>
    </>
  );
}

/** Form to filter the audit log. Applied by the button, not after each letter. */
function AuditFilter({
  trail,
  jointId,
  filter,
  onChange,
}: Props & { onChange: (filter: TrailFilter) => void }) {
  const [draft, setDraft] = useState(filter);
  const all = useInfiniteQuery(trailQuery(trail, jointId, noFilter));
  const acts = [
    { id: 'all', label: 'Todos los actos' },
    ...(all.data?.pages[0]?.acts ?? []).map((act) => ({ id: act, label: actWords[act] ?? act })),
  ];
  const set = (part: Partial<TrailFilter>) => setDraft({ ...draft, ...part });
  return (
    <form
      className={`grid-3 ${styles.filter}`}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(draft);
      }}
    >
      <Select
        label="Acto"
        items={acts}
        value={draft.act}
        onChange={(act) => set({ act })}
        placeholder="Todos los actos"
      />
      <TextField
        label="Inmueble, persona o texto"
        value={draft.text}
        onChange={(text) => set({ text })}
        maxLength={100}
      />
      <TextField label="Desde" type="date" value={draft.from} onChange={(from) => set({ from })} />
      <TextField label="Hasta" type="date" value={draft.until} onChange={(until) => set({ until })} />
      <div className={`wrap-2 ${styles.buttons}`}>
        <Button type="submit">Filtrar</Button>
        <Button
          variant="secondary"
          onPress={() => {
            setDraft(noFilter);
            onChange(noFilter);
          }}
        >
          Quitar filtros
        </Button>
      </div>
    </form>
  );
}

/** List of the filtered audit log entries, newest first. */
function AuditEntries({ trail, jointId, filter }: Props) {
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
          <NextPageButton list={list} act="Mostrar anteriores" />
        </>
      )}
    </QueryView>
  );
}

const columns: Column<AuditRecord>[] = [
  { header: 'N.º', cell: ({ seq }) => seq },
  { header: 'Fecha y hora', cell: ({ at }) => `${date(at)}, ${exactTime(at)}` },
  { header: 'Quién', cell: ({ actor }) => actor },
  { header: 'Qué se hizo', cell: (entry) => <What entry={entry} /> },
];

/** Audit log entry as a sentence. Unfolded: facts, amounts in pesos, and the hash for verification. */
function What({ entry: { act, what, data, votes, hash } }: { entry: AuditRecord }) {
  // Facts are rendered only when opened: an issue has a fact for each unit, so a page would hold thousands.
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={`breaks ${styles.what}`}>
      <strong>{actWords[act] ?? act}</strong>
      <span>
        <Whole>{what}</Whole>
      </span>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Detalle</summary>
        {isOpen && <EntryFacts rows={votes ? voteRows(votes) : factRows(act, data)} />}
        <p className={`breaks ${styles.hash}`}>
          Huella: {hash ?? 'oculta, porque el asiento contiene un código QR entero'}
        </p>
      </details>
    </div>
  );
}

/** Rows with the vote of each unit: question, weight, receipt, and the responsible person. */
const voteRows = (votes: readonly AuditVote[]): FactRow[] =>
  votes.map(({ apartmentId, question, answers, coefficient: weight, receipt, holder }) => [
    apartmentId,
    `${answers.join(' · ')}, en ${question}. Coeficiente ${coefficient(weight)}, comprobante ${receipt}. Responde ${holder}.`,
  ]);

function EntryFacts({ rows }: { rows: readonly FactRow[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry never changes, and several facts may have a common name
        <div key={at}>
          <dt>{name}</dt>
          <dd>
            <Whole>{value}</Whole>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Query: pages of a joint's audit log, newest first. */
const trailQuery = (trail: Trail, jointId: number, filter: TrailFilter) =>
  infiniteQueryOptions({
    queryKey: [trail.list.id, jointId, filter],
    queryFn: ({ pageParam, signal }) =>
      call(trail.list, {
        params: { jointId },
        query: { ...filterQuery(filter), ...defined({ before: pageParam ?? undefined }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries, more }) => (more ? (entries.at(-1)?.seq ?? null) : null),
  });
