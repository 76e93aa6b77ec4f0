import { nano, toNumber } from '../../../shared/coefficient.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import { assemblyOf } from '../../../shared/testing/assembly.ts';
import type {
  AttendanceReport,
  AttendanceRow,
  ReportHeading,
  ReportUnit,
  VoteReport,
  VoteRow,
} from './rows.ts';

/** Start of the test assembly: 18:00 of 5 March 2026 in Bogotá. */
const EVENING = Date.parse('2026-03-05T23:00:00.000Z');
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const NAMES = ['María Peñalosa Núñez', 'José Ángel Ñáñez', 'Inversiones Güisa & Cía. S. A. S.', 'Łucja Żółć'];

/** Makes test units with equal coefficients (10⁻⁹). The last unit takes the rest of 100 %. */
export function unitsOf(quantity: number): ReportUnit[] {
  const each = Math.floor(100e9 / quantity);
  return Array.from({ length: quantity }, (_, i) => ({
    apartmentId: `T${Math.floor(i / 40) + 1}-${String(i + 1).padStart(4, '0')}`,
    owner: `${NAMES[i % NAMES.length]} ${i + 1}`,
    ownerDocument: i % 3 === 0 ? null : String(52_000_000 + i),
    coefficient: nano(i === quantity - 1 ? 100e9 - each * (quantity - 1) : each),
  }));
}

const anAssembly = assemblyOf({
  assemblyId: 7,
  title: 'Asamblea ordinaria de propietarios 2026',
  openedAt: new Date(EVENING).toISOString(),
  closedAt: new Date(EVENING + 3 * 3_600_000).toISOString(),
});

const sumOf = (units: readonly ReportUnit[]) => units.reduce((sum, unit) => sum + unit.coefficient, 0);
const weightOf = (units: readonly ReportUnit[]) => ({
  apartments: units.length,
  coefficient: toNumber(nano(sumOf(units))),
});

/**
 * Makes the heading of a report for tests, with the figures of the quorum.
 * @param units units on the roll
 * @param registered units present
 */
export function headingOf(
  units: readonly ReportUnit[],
  registered: readonly ReportUnit[],
  assembly: Partial<Assembly> = {},
): ReportHeading {
  const call = assembly.call ?? 1;
  const reached = call === 2 ? registered.length > 1 : 2 * sumOf(registered) > sumOf(units);
  const required = call === 2 ? 0 : toNumber(nano(Math.floor(sumOf(units) / 2)));
  return {
    jointName: 'Conjunto Residencial Torres de San Felipe',
    rootName: null,
    assembly: { ...anAssembly, ...assembly },
    madeAt: EVENING + 4 * 3_600_000,
    trail: { chain: 'joint:7', entries: 1204, lastHash: HASH },
    registered: weightOf(registered),
    total: weightOf(units),
    quorum: {
      required,
      reached,
      missing: reached ? 0 : toNumber(nano(Math.floor(sumOf(units) / 2) + 1 - sumOf(registered))),
    },
  };
}

/**
 * Makes a test report of attendance: a unit enters every ten seconds, each third unit stays away, each tenth
 * attendee leaves.
 */
export function attendanceOf(
  units: readonly ReportUnit[],
  assembly: Partial<Assembly> = {},
): AttendanceReport {
  const came = units.filter((_, i) => i % 3 !== 2);
  const left = came.filter((_, i) => i % 10 === 9);
  const stayed = came.filter((unit) => !left.includes(unit));
  const absent = units.filter((unit) => !stayed.includes(unit));
  const heading = headingOf(units, stayed, assembly);
  const at = (unit: ReportUnit) => EVENING + came.indexOf(unit) * 10_000;
  let sum = 0;
  let reachedAt: number | null = null;
  const present = stayed.map((unit, i): AttendanceRow => {
    const before = sum;
    sum += unit.coefficient;
    const half = heading.quorum.required * 1e9;
    const reaches = before <= half && sum > half && heading.assembly.call === 1;
    if (reaches) reachedAt = at(unit);
    return {
      ...unit,
      attendee: {
        name: i % 7 === 6 ? null : i % 4 === 3 ? `Apoderada ${unit.owner}` : unit.owner,
        document: i % 4 === 3 ? '1.020.304.050' : null,
        capacity: i % 4 === 3 ? 'proxy' : 'owner',
        remote: i % 11 === 10,
        identifiedBy: i % 11 === 10 ? 'link' : null,
      },
      at: at(unit),
      receivedAt: null,
      accumulated: nano(sum),
      reachesQuorum: reaches,
    };
  });
  let registered = 0;
  const history = came.map((unit, i) => {
    registered += unit.coefficient;
    return { at: at(unit), coefficient: toNumber(nano(registered)), apartments: i + 1 };
  });
  left.forEach((unit, i) => {
    registered -= unit.coefficient;
    const coefficient = toNumber(nano(registered));
    history.push({ at: leftAt(i), coefficient, apartments: came.length - i - 1 });
  });
  return {
    ...heading,
    present,
    left: left.map((unit, i) => ({
      ...unit,
      attendee: { name: unit.owner, document: null, capacity: 'owner', remote: false, identifiedBy: null },
      at: at(unit),
      receivedAt: null,
      leftAt: leftAt(i),
      why: i % 2 === 0 ? 'Reverso' : 'Código retirado',
      reason: i % 2 === 0 ? 'Se retiró antes de la votación del presupuesto' : null,
      by: 'Operadora Pérez',
    })),
    absent,
    reachedAt,
    history,
    openings: [1, 2, 3, 4].map((number) => ({
      number,
      description: `¿Aprueba el punto ${number} del orden del día?`,
      interval: 1,
      openedAt: EVENING + (60 + 25 * number) * 60_000,
      closedAt: EVENING + (72 + 25 * number) * 60_000,
      announced: 'Aprobada 61,98 %',
      votes: 120,
      again: '',
    })),
  };
}

const leftAt = (i: number) => EVENING + 100 * 60_000 + i * 45_000;

/** Makes a test report of a question: votes of all registered units except each twelfth, and one annulled vote. */
export function votesOf(
  units: readonly ReportUnit[],
  {
    rule = 'simple',
    answers = ['Si', 'No', 'Blanco'],
    status = 'approved',
    assembly = {},
    description = '¿Aprueba el presupuesto de 2026?',
  }: {
    rule?: NonNullable<VoteReport['result']['rule']>;
    answers?: readonly string[];
    status?: NonNullable<VoteReport['result']['outcome']>['status'];
    assembly?: Partial<Assembly>;
    description?: string;
  } = {},
): VoteReport {
  const heading = headingOf(units, units, assembly);
  const openedAt = EVENING + 3_600_000;
  const isOpen = status === 'open';
  const voters = status === 'noVotes' ? [] : units.filter((_, i) => i % 12 !== 11);
  const rows = voters.map((unit, i): VoteRow => {
    const answerId = i % 3 === 2 ? 1 + (i % answers.length) : 1;
    return {
      ...unit,
      answerId,
      answer: answers[answerId - 1] ?? '',
      attendee: {
        name: unit.owner,
        document: null,
        capacity: i % 9 === 8 ? 'proxy' : 'owner',
        remote: false,
        identifiedBy: null,
      },
      at: openedAt + i * 700,
      receipt: `K${String(i).padStart(4, '0')}-7QX2`,
      way: i % 17 === 16 ? 'desk' : 'phone',
      remote: i % 13 === 12,
    };
  });
  const tallies = answers.map((text, i) => {
    const mine = rows.filter(({ answerId }) => answerId === i + 1);
    const weight = weightOf(mine);
    const inRoom = weightOf(mine.filter(({ remote }) => !remote)).coefficient;
    return { answerId: i + 1, answerDescription: text, ...weight, dwellings: mine.length, inRoom };
  });
  const whole = weightOf(units);
  const most = tallies[0];
  const part = rule === 'perUnit' ? (most?.dwellings ?? 0) / units.length : (most?.coefficient ?? 0) / 100;
  const outcome = {
    status,
    answerId: status === 'tied' ? null : 1,
    base: whole,
    share: part,
    mode: heading.assembly.mode,
    passesHalf: rule === 'election' && status === 'elected' ? part > 0.5 : null,
    blankAnswerId: null,
  };
  return {
    ...heading,
    question: {
      conceptId: 3,
      number: 2,
      description,
      matter: null,
      approvingAnswerId: rule === 'election' ? null : 1,
      agendaItem: 4,
      agendaText: 'Aprobación del presupuesto',
      openedAt,
      closedAt: isOpen ? null : openedAt + 600_000,
    },
    result: {
      conceptId: 3,
      conceptDescription: description,
      active: isOpen ? 1 : 0,
      rule,
      voted: weightOf(rows),
      answers: tallies,
      outcome,
    },
    votes: rows,
    silent: units.filter((unit) => !voters.includes(unit)),
    voteless: [],
    setAside: [],
    unsureOwners: [],
    annulled: rows.slice(0, 1).map((row) => ({
      ...row,
      annulledAt: openedAt + 60_000,
      why: 'Voto anulado',
      reason: 'Leyó dos veces la papeleta',
      by: 'Operadora Pérez',
      receipt: 'VIEJO-0001',
    })),
  };
}
