import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import { Profile } from '../../shared/profiles.ts';
import { JOINTS_OF_PAGE, listPortfolio, type PortfolioJoint } from '../../shared/properties/tasks.api.ts';
import { monthTitle, pesos } from '../features/billing/index.ts';
import { useChosenJoint } from '../lib/chosen-joint.store.ts';
import { freshOf } from '../lib/query.ts';
import { useSession } from '../lib/session.store.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { Button, Page } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { taskLink, taskTitle } from './task-words.ts';

/** Page '/Portfolio': all joints of the user in pages of ten, with tasks and sums. */
export default function PortfolioPage() {
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const text = useDeferredValue(typed.trim());
  return (
    <Page title="Cartera de copropiedades" intro="Primero las que tienen algo por hacer.">
      <TextField
        label="Buscar una copropiedad"
        type="search"
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setPage(1);
        }}
        maxLength={80}
      />
      <QueryView
        query={{
          ...freshOf(['portfolio', text, page], listPortfolio, { query: { text, page } }),
          placeholderData: keepPreviousData,
        }}
        page
      >
        {({ joints, total }) => (
          <>
            <Joints joints={joints} />
            {total > JOINTS_OF_PAGE && <Pages page={page} total={total} onPage={setPage} />}
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const last = Math.ceil(total / JOINTS_OF_PAGE);
  return (
    <nav className="wrap-3 middle" aria-label="Páginas">
      <Button variant="secondary" isDisabled={page === 1} onPress={() => onPage(page - 1)}>
        Anterior
      </Button>
      <span>
        Página {page} de {last} ({total} copropiedades)
      </span>
      <Button variant="secondary" isDisabled={page >= last} onPress={() => onPage(page + 1)}>
        Siguiente
      </Button>
    </nav>
  );
}

const money = (of: (figures: NonNullable<PortfolioJoint['figures']>) => number) =>
  function Amount({ figures }: PortfolioJoint) {
    return figures === null ? '' : pesos(of(figures));
  };

function Joints({ joints }: { joints: readonly PortfolioJoint[] }) {
  const profile = useSession((state) => state.user?.profileId) ?? Profile.visitor;
  const choose = useChosenJoint((state) => state.choose);
  const columns: Column<PortfolioJoint>[] = [
    { header: 'Copropiedad', cell: ({ jointName }) => jointName },
    {
      header: 'Por hacer',
      cell: ({ jointId, tasks: [task] }) => {
        if (task === undefined) return 'Al día';
        const link = taskLink(jointId, task, profile);
        if (link === null) return taskTitle(task);
        return (
          <Link to={link.to} onClick={() => choose(jointId)}>
            {taskTitle(task)}
          </Link>
        );
      },
    },
    {
      header: 'Último mes',
      cell: ({ lastIssued }) => (lastIssued === null ? '' : monthTitle(lastIssued.year, lastIssued.month)),
    },
    { header: 'Cartera', cell: money(({ receivable }) => receivable), align: 'end' },
    { header: 'Vencida', cell: money(({ overdue }) => overdue), align: 'end' },
    { header: 'Recaudo del mes', cell: money(({ collected }) => collected), align: 'end' },
  ];
  return (
    <Table
      label="Cartera de copropiedades"
      columns={columns}
      rows={joints}
      rowKey={({ jointId }) => jointId}
      empty="Ninguna copropiedad coincide con la búsqueda."
      pageSize={Number.POSITIVE_INFINITY}
    />
  );
}
