import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { actWords } from '../../shared/audit/act-words.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/fields/select.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import styles from './audit.module.css';
import { noFilter, type TrailFilter } from './filter-query.ts';
import type { Trail } from './trails.ts';
import { trailQuery } from './use-trail.ts';

interface Props {
  trail: Trail;
  jointId: number;
  filter: TrailFilter;
  onChange: (filter: TrailFilter) => void;
}

/** What to look for; it is asked when the button says so, not with every letter. */
export function AuditFilter({ trail, jointId, filter, onChange }: Props) {
  const [draft, setDraft] = useState(filter);
  const all = useInfiniteQuery(trailQuery(trail, jointId, noFilter));
  const acts = [
    { id: 'all', label: 'Todos los actos' },
    ...(all.data?.pages[0]?.acts ?? []).map((act) => ({ id: act, label: actWords[act] ?? act })),
  ];
  const set = (part: Partial<TrailFilter>) => setDraft({ ...draft, ...part });
  return (
    <form
      className={styles.filter}
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
      <div className={styles.buttons}>
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
