import { addMonths, type Day, dayInBogota, isDay } from '../../shared/days.ts';
import type { KeptData } from '../../shared/personal/personal.api.ts';
import type { Trace } from './scan.repository.ts';

/** Months of the duty to keep books and papers: ten years from the last entry (C.Co. art. 60; Ley 962 de 2005, art. 28). */
const KEPT_MONTHS = 120;

interface Duty {
  what: string;
  law: string;
  /** False for a reason without a term in years. */
  hasTerm: boolean;
  tables: readonly string[];
}

const BOOKS = 'C.Co. art. 60; Ley 962 de 2005, art. 28';
const DUTIES: readonly Duty[] = [
  {
    what: 'Registro de propietarios: nombre y documento',
    law: `Ley 675 de 2001, art. 51, num. 3; ${BOOKS}`,
    hasTerm: true,
    tables: ['ownership', 'notice_address'],
  },
  {
    what: 'Actas y pruebas de las asambleas: censo, asistencia, poderes, preguntas, votos y papeles',
    law: `Ley 675 de 2001, art. 47; ${BOOKS}`,
    hasTerm: true,
    tables:
      'assembly roll_unit roll_entry roll_correction attendance vote annulment presence quorum_check_unit concept answer question_interval closing_ground ballot_tree owner_ballots owner_tally election_note power power_unit power_page power_proof debtors_list notice_version assembly_file acta_publication acta_opening owner_link paper_order turn proposal'.split(
        ' ',
      ),
  },
  {
    what: 'Contabilidad: cuentas de cobro, pagos, recibos, acuerdos y planillas usadas',
    law: `Ley 675 de 2001, art. 51, num. 5; ${BOOKS}`,
    hasTerm: true,
    tables:
      'bill bill_line receipt payment payment_exit payment_file ledger_item interest_line document_annulment agreement billing_month month_row billing_draft charge_concept'.split(
        ' ',
      ),
  },
  {
    what: 'Política, contrato, autorizaciones, consultas y reclamos sobre datos personales',
    law: `Ley 1581 de 2012, art. 17, lits. b y j; ${BOOKS}`,
    hasTerm: true,
    tables: ['data_policy', 'data_contract', 'data_authorisation', 'data_claim'],
  },
  {
    what: 'Registro de auditoría: entradas que no se pueden cambiar sin romper la cadena de pruebas',
    law: BOOKS,
    hasTerm: true,
    tables: ['audit_entry'],
  },
  {
    what: 'Usuario con vínculo a otra copropiedad o a un evento',
    law: 'Otro responsable trata estos datos (Ley 1581 de 2012, art. 3)',
    hasTerm: false,
    tables: 'user_account user_former_name audit_text'.split(' '),
  },
  {
    what: 'Lista de participantes de un evento',
    law: 'Otro responsable trata estos datos (Ley 1581 de 2012, art. 3)',
    hasTerm: false,
    tables: ['participant', 'event'],
  },
];
const OTHER: Duty = {
  what: 'Otros registros que nombran a la persona',
  law: 'Sin un plazo conocido: los revisa el administrador',
  hasTerm: false,
  tables: [],
};

const dutyOf = (name: string): Duty => DUTIES.find(({ tables }) => tables.includes(name)) ?? OTHER;

/** Returns the Spanish name of the group of records of a table. */
export const groupOf = (name: string): string => dutyOf(name).what;

/** Columns with the day of a record, the best first. */
const DAYS =
  'posting_date issue_date made_on answered_at withdrawn_at given_at published_at until taken_at closed_at annulled_at removed_at at entered_at made_at registered_at created_at month'.split(
    ' ',
  );

function dayOfTrace({ row }: Trace, assemblyDays: ReadonlyMap<number, number>): Day | null {
  for (const name of DAYS) {
    const value = row[name];
    if (typeof value === 'string' && /^\d{4}-\d\d(-\d\d)?$/.test(value)) {
      const day = value.length === 7 ? `${value}-28` : value;
      if (isDay(day)) return day;
    }
    const instant = Number(value);
    if (value != null && Number.isSafeInteger(instant) && instant > 0) return dayInBogota(instant);
  }
  const ofAssembly = assemblyDays.get(Number(row.assembly_id));
  return ofAssembly === undefined ? null : dayInBogota(ofAssembly);
}

/**
 * Lists the kept data by duty, with article and last day of the duty: ten years after the last record.
 * @param assemblyDays day of each assembly, epoch ms, for records without a day
 */
export function keptData(traces: readonly Trace[], assemblyDays: ReadonlyMap<number, number>): KeptData[] {
  return [...DUTIES, OTHER].flatMap((duty) => {
    const own = traces.filter(({ table }) => dutyOf(table) === duty);
    if (own.length === 0) return [];
    const days = own.flatMap((trace) => dayOfTrace(trace, assemblyDays) ?? []);
    const last = days.sort().at(-1);
    return [
      {
        what: duty.what,
        records: own.length,
        law: duty.law,
        until: duty.hasTerm && last !== undefined ? addMonths(last, KEPT_MONTHS) : null,
        tables: [...new Set(own.map(({ table }) => table))].sort(),
      },
    ];
  });
}

/** True after the last day of the duty to keep a record of a day. */
export const isDutyOver = (day: Day, today: Day): boolean => addMonths(day, KEPT_MONTHS) < today;
