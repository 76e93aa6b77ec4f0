import { useState } from 'react';
import { agendaItems, agendaLabel } from '../../../../shared/assemblies/law/agenda.ts';
import { getNoticeDebtors, type NoticeDebtors } from '../../../../shared/assemblies/law/debtors.api.ts';
import { date } from '../../../../shared/format.ts';
import { formatPesos, fromPesos, NO_MONEY, sumMoney } from '../../../../shared/money.ts';
import { Profile } from '../../../../shared/profiles.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { freshOf } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.store.ts';
import { QueryView } from '../../../ui/query-view.tsx';
import { Table } from '../../../ui/table.tsx';
import { FileLine } from '../common/file-line.tsx';
import { noticeFilesQuery, useSaveNoticeFile } from './notice-files.queries.ts';

interface Props {
  jointId: number;
  /** Agenda of the assembly, a point on each line; null without an agenda. */
  agenda: string | null;
}

/** Agenda, documents and owners in arrears of the notice for an owner, loaded when opened. Empty for holders of a card. */
export function NoticePapers({
  jointId,
  assembly,
}: {
  jointId: number;
  assembly: Pick<Assembly, 'agenda'> | null;
}) {
  const [isOpen, setOpen] = useState(false);
  const isOwner = useSession((state) => state.user?.profileId) === Profile.owner;
  if (!isOwner || assembly === null) return null;
  return (
    <details className="more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Orden del día y documentos</summary>
      {isOpen && <Papers jointId={jointId} agenda={assembly.agenda} />}
    </details>
  );
}

function Papers({ jointId, agenda }: Props) {
  const saving = useSaveNoticeFile(jointId);
  const items = agendaItems(agenda);
  return (
    <div className="stack-4">
      {items.length === 0 ? (
        <p>La administración aún no escribe el orden del día.</p>
      ) : (
        <ul className="stack-2 plain" aria-label="Orden del día">
          {items.map((item) => (
            <li key={item.number}>
              {agendaLabel(item)}
              {item.details.map((line) => (
                <p key={line} className="soft">
                  {line}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
      <QueryView query={noticeFilesQuery(jointId)}>
        {(found) =>
          found.length === 0 ? (
            <p className="soft">La convocatoria no lleva documentos.</p>
          ) : (
            <ul className="stack-4 plain" aria-label="Documentos">
              {found.map((file) => (
                <li key={file.fileId} className="stack-2">
                  <FileLine file={file} saving={saving} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      <QueryView query={freshOf(['notice-debtors', jointId], getNoticeDebtors, { params: { jointId } })}>
        {(list) => list && <Debtors {...list} />}
      </QueryView>
    </div>
  );
}

/** Owners in arrears in the notice (Ley 675, art. 39, par. 2), for the owners of the joint alone. */
function Debtors({ asOf, debtors }: NonNullable<NoticeDebtors>) {
  const total = sumMoney(debtors.map(({ owed }) => fromPesos(owed) ?? NO_MONEY));
  return (
    <>
      <p>
        Propietarios en mora, según la facturación con corte al {date(`${asOf}T12:00:00-05:00`)}. Esta
        relación es solo para los propietarios: no la publique.
      </p>
      <Table
        label="Propietarios en mora"
        rows={debtors}
        rowKey={({ units }) => units.join()}
        empty="Ningún propietario está en mora."
        columns={[
          { header: 'Inmueble', cell: ({ units }) => units.join(', '), total: 'Total' },
          { header: 'Propietario', cell: ({ owner }) => owner },
          {
            header: 'Valor vencido',
            align: 'end',
            cell: ({ owed }) => formatPesos(fromPesos(owed) ?? NO_MONEY),
            total: formatPesos(total),
          },
        ]}
      />
    </>
  );
}
