import { useState } from 'react';
import type { Statement } from '../../../../shared/billing/bills.api.ts';
import { Button } from '../../../ui/button.tsx';
import { dayWords, pesos } from '../billing-words.ts';
import styles from './statement-table.module.css';

/** The last movements are what somebody looks for; those before come on demand. */
const SHOWN = 30;

/** Every movement with the balance after it, in the order of the books. On a phone each is a card. */
export function StatementTable({ statement: { rows, totals, balance } }: { statement: Statement }) {
  const [isWhole, setWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, rows.length - SHOWN);
  return (
    <div className={styles.frame}>
      {hidden > 0 && (
        <div className={styles.more}>
          <Button variant="secondary" size="small" onPress={() => setWhole(true)}>
            Mostrar movimientos anteriores (faltan {hidden})
          </Button>
        </div>
      )}
      <table className={styles.table} aria-label="Movimientos">
        <thead>
          <tr>
            <th scope="col">Fecha</th>
            <th scope="col">Concepto</th>
            <th scope="col">Documento</th>
            <th scope="col" className={styles.end}>
              Cargos
            </th>
            <th scope="col" className={styles.end}>
              Abonos
            </th>
            <th scope="col" className={styles.end}>
              Saldo
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(hidden).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the books only grow at their end
            <MovementRow key={hidden + at} row={row} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3}>Totales</td>
            <td className={styles.end} data-header="Cargos">
              {pesos(totals.debit)}
            </td>
            <td className={styles.end} data-header="Abonos">
              {pesos(totals.credit)}
            </td>
            <td className={styles.end} data-header="Saldo">
              {pesos(balance)}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function MovementRow({ row }: { row: Statement['rows'][number] }) {
  const { postingDate, valueDate, description, document, dueDate, debit, credit, balance } = row;
  const { unit, reason, reversal, reverses } = row;
  return (
    <tr>
      <td data-header="Fecha">{dayWords(postingDate)}</td>
      <th scope="row" data-header="Concepto">
        {description}
        {unit !== null && <span className={styles.note}>Inmueble {unit}</span>}
        {reversal && (
          <span className={styles.note}>{reverses ? 'Reversa un movimiento anterior' : 'Reversado'}</span>
        )}
        {dueDate !== null && <span className={styles.note}>Vence el {dayWords(dueDate)}</span>}
        {valueDate !== postingDate && <span className={styles.note}>Del {dayWords(valueDate)}</span>}
        {reason !== null && <span className={styles.note}>{reason}</span>}
      </th>
      <td data-header="Documento">{document}</td>
      <td data-header="Cargos" className={styles.end}>
        {debit !== 0 && pesos(debit)}
      </td>
      <td data-header="Abonos" className={styles.end}>
        {credit !== 0 && pesos(credit)}
      </td>
      <td data-header="Saldo" className={styles.end}>
        {pesos(balance)}
      </td>
    </tr>
  );
}
