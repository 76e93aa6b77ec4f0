import type {
  ChallengeGround,
  GroundState,
  JudgedGround,
} from '../../../shared/assemblies/challenge/challenge.api.ts';
import { agendaItems, isSentPoint } from '../../../shared/assemblies/law/agenda.ts';
import { needsRoom } from '../../../shared/assemblies/law/majority.ts';
import { asksAsMuch } from '../../../shared/assemblies/law/matters.ts';
import { isBoundByAgenda } from '../../../shared/assemblies/law/warnings.ts';
import { dayInBogota } from '../../../shared/days.ts';
import { counted, date, invitedFor } from '../../../shared/format.ts';
import { type Centavos, centavos, formatPesos, sumMoney } from '../../../shared/money.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { type ChallengedQuestion, type ChallengeFacts, councilStrangers } from './facts.ts';

/** Judgement of a ground: state, reason, and the next step unless green. */
interface Judgement {
  state: GroundState;
  reason: string;
  step?: string;
  /** Disagreement of authorities about the law. */
  dispute?: string;
}

/**
 * Row of the table of grounds. `ofNotice`: an assembly of the whole roll needs no notice (art. 40); `sending`: an assembly by
 * right has no notice to send.
 */
interface GroundRule {
  name: string;
  law: string;
  ruling?: string;
  ofNotice?: 'sending' | 'meeting';
  judge: (facts: ChallengeFacts) => Judgement;
}

const green = (more = ''): Judgement => ({
  state: 'green',
  reason: `SCAF no encontró problema en este punto.${more === '' ? '' : ` ${more}`}`,
});
const red = (reason: string, step: string): Judgement => ({ state: 'red', reason, step });
const missing = (reason: string, step: string): Judgement => ({ state: 'missing', reason, step });

const NOT_SENT = missing(
  'Aún no ha salido ninguna convocatoria por SCAF.',
  'Envíe la convocatoria en «Invitaciones», por correo o en cartas.',
);

/** Number of names in a sentence. */
const NAMES_SHOWN = 5;

const namedFew = (names: readonly string[]): string => {
  const rest = names.length - NAMES_SHOWN;
  return `${names.slice(0, NAMES_SHOWN).join(', ')}${rest > 0 ? ` y ${rest} más` : ''}`;
};

const dayInWords = (day: string): string => date(`${day}T12:00:00Z`);

function judgeConvener({ kind, convener, conveningOwners, notice }: ChallengeFacts): Judgement {
  if (kind === 'byRight' && notice !== null)
    return red(
      'Por derecho propio se reúne la asamblea que nadie convocó, y ya salió una convocatoria por SCAF.',
      'Corrija la clase de asamblea.',
    );
  if (kind === 'byRight')
    return convener === null
      ? green('La asamblea se reúne por derecho propio, porque nadie la convocó (art. 40).')
      : red(
          'Por derecho propio se reúne la asamblea que nadie convocó, y se dijo quién convoca.',
          'Deje en blanco quién convoca, o corrija la clase de asamblea.',
        );
  if (convener === null)
    return missing('No se ha dicho quién convoca.', 'Escriba «Quién convoca» en «Asambleas».');
  if (kind === 'ordinary' && convener !== 'administrator')
    return red(
      'La asamblea ordinaria la convoca el administrador.',
      'Corrija quién convoca, o la clase de asamblea, y convoque de nuevo.',
    );
  if (convener !== 'owners') return green();
  if (conveningOwners === null)
    return missing('Falta decir qué propietarios convocan.', 'Escriba sus inmuebles en «Asambleas».');
  return conveningOwners.isEnough
    ? green(`Convocan propietarios con ${conveningOwners.coefficient} de coeficiente.`)
    : red(
        `Convocan propietarios con ${conveningOwners.coefficient} de coeficiente: se necesitan dos o más, con la quinta parte.`,
        'Sume propietarios hasta el 20 % o pida la convocatoria al administrador.',
      );
}

function judgeDays({ kind, noticeBy, notice, scheduledAt }: ChallengeFacts): Judgement {
  if (scheduledAt === null)
    return missing('La asamblea no tiene día y hora.', 'Escriba el día y la hora en «Asambleas».');
  if (notice === null) return NOT_SENT;
  if (kind === 'extraordinary')
    return green('La ley no fija días para la extraordinaria; revise si el reglamento los fija.');
  if (noticeBy === null) return green();
  return notice.lastToldOn <= noticeBy
    ? green(
        `La última convocatoria salió el ${dayInWords(notice.lastToldOn)}; el último día era el ${dayInWords(noticeBy)}, sin contar el día del aviso ni el de la reunión.`,
      )
    : red(
        `La última convocatoria salió el ${dayInWords(notice.lastToldOn)} y el último día era el ${dayInWords(noticeBy)}: no hay quince días calendario completos.`,
        'Cite para un día posterior y convoque de nuevo a todos.',
      );
}

function judgeEveryOwner({ notice }: ChallengeFacts): Judgement {
  if (notice === null) return NOT_SENT;
  const { owners, untold, outdated } = notice;
  if (untold.length > 0)
    return red(
      `De ${counted(owners, 'propietario')}, ${untold.length === 1 ? 'uno no tiene' : `${untold.length} no tienen`} constancia de envío: ${namedFew(untold)}.`,
      'Envíe el correo o imprima la carta de cada uno en «Invitaciones».',
    );
  if (outdated.length > 0)
    return red(
      `Cambió la citación y no recibieron la nueva: ${namedFew(outdated)}.`,
      'Avise el cambio a todos en «Invitaciones».',
    );
  return green(`Hay constancia de envío a ${counted(owners, 'propietario')}.`);
}

/** An answer of a person counts without a list in SCAF: perhaps from before the first issued month. */
function judgeDebtors(facts: ChallengeFacts): Judgement {
  const { billing, hasDebtorsList, notice, declared } = facts;
  const enclosed = declared.debtorsEnclosed ?? null;
  const isCarried = hasDebtorsList && (notice === null || notice.hasDebtors);
  if (enclosed !== null && (billing === null || !isCarried))
    return enclosed
      ? green('Se declaró que la convocatoria llevó la relación.')
      : red(
          'Se declaró que la convocatoria no llevó la relación de propietarios en mora.',
          'Convoque de nuevo con la relación.',
        );
  if (billing === null)
    return missing(
      withoutBilling(facts, 'la cartera'),
      'Diga abajo si la convocatoria llevó la relación de propietarios en mora.',
    );
  if (!hasDebtorsList)
    return (notice === null ? missing : red)(
      'No se ha tomado la lista de propietarios en mora de la convocatoria.',
      'Tome la lista en «Asambleas» antes de convocar.',
    );
  return isCarried
    ? green()
    : red(
        'La convocatoria salió sin la lista de mora, o no todos la recibieron con ella.',
        'Convoque de nuevo a todos: la lista ya tomada va con la convocatoria.',
      );
}

/** Spanish sentence about a joint without figures of billing. */
const withoutBilling = ({ usesBilling }: ChallengeFacts, what: string): string =>
  usesBilling ? 'Todavía no hay un mes emitido en SCAF.' : `SCAF no lleva ${what} de esta copropiedad.`;

function judgeSecondCall({ notice }: ChallengeFacts): Judgement {
  if (notice === null) return NOT_SENT;
  return notice.hasSecondCall
    ? green()
    : red(
        'Una convocatoria salió sin la constancia del artículo 41.',
        'Envíe de nuevo la convocatoria con la frase de la segunda reunión.',
      );
}

function judgeAnnexes({ declared, notice }: ChallengeFacts): Judgement {
  if (declared.annexesProved === true) return green('Se declaró que hay prueba de los anexos.');
  if (declared.annexesProved === undefined && notice !== null && notice.documents > 0) {
    return green(`Cada entrega lleva la huella de ${counted(notice.documents, 'documento')}.`);
  }
  return declared.annexesProved === false
    ? red(
        'Se declaró que los anexos salieron sin prueba.',
        'Envíe de nuevo los anexos y guarde la constancia.',
      )
    : missing(
        'No se ha dicho si hay prueba de que los anexos salieron.',
        'Diga abajo si hay prueba del envío de los anexos.',
      );
}

function judgeAgenda(facts: ChallengeFacts): Judgement {
  const { notice, questions, agenda } = facts;
  if (!isBoundByAgenda(facts)) return green('La ordinaria presencial puede tratar otros temas.');
  const sentAgenda = notice === null ? agenda : notice.agenda;
  if (agendaItems(sentAgenda).length === 0)
    return missing('La convocatoria no tiene orden del día.', 'Escriba el orden del día en «Asambleas».');
  const outside = questions.filter(
    ({ agendaItem, isOpened }) => isOpened && !isSentPoint(agendaItem, { agenda, sentAgenda }),
  );
  return outside.length === 0
    ? green()
    : red(
        `No están en el orden del día${notice === null ? '' : ' de la convocatoria enviada'}: ${namesOf(outside)}.`,
        'Ponga la pregunta en un punto convocado, o decídala en otra asamblea.',
      );
}

/** People come before the hour: only the first question or point of the agenda begins the meeting. */
function judgeDayAndHour(facts: ChallengeFacts): Judgement {
  const { notice, scheduledAt, openedAt, begunAt, byRightOn, secondCall } = facts;
  if (scheduledAt === null)
    return missing('La asamblea no tiene día y hora.', 'Escriba el día y la hora en «Asambleas».');
  if (byRightOn !== null && dayInBogota(scheduledAt) !== byRightOn)
    return red(
      `Por derecho propio la asamblea se reúne el ${dayInWords(byRightOn)}, primer día hábil del cuarto mes siguiente al período presupuestal (art. 40).`,
      'Corrija el día, o convoque la asamblea como ordinaria.',
    );
  if (openedAt === null) return green('La asamblea aún no empieza.');
  const first = notice?.scheduledAt ?? scheduledAt;
  // A second call, also of an assembly first opened on its day, begins at the instant of art. 41.
  const isOnDay = dayInBogota(openedAt) === dayInBogota(first);
  const wrong =
    (isOnDay || secondCall === null ? wrongBeginning(first, openedAt, begunAt) : null) ??
    (secondCall && wrongBeginning(secondCall.from, isOnDay ? secondCall.from : openedAt, secondCall.begunAt));
  return wrong === null
    ? green(byRightOn === null ? '' : 'La hora es la del reglamento o, si calla, las 8:00 p. m. (art. 40).')
    : red(wrong, 'Deje constancia del motivo en el acta; lo más seguro es convocar de nuevo.');
}

/** Returns a Spanish sentence about a meeting on another day, or before the hour; null for a right beginning. */
function wrongBeginning(called: Millis, openedAt: Millis, begunAt: Millis | null): string | null {
  const isOtherDay = dayInBogota(openedAt) !== dayInBogota(called);
  const began = isOtherDay ? openedAt : (begunAt ?? called);
  const [forWhen, when] = [called, began].map((at) => invitedFor(new Date(at).toISOString()));
  return isOtherDay || began < called ? `Se citó para ${forWhen} y empezó ${when}.` : null;
}

const REMOTE_DISPUTE =
  'Las autoridades no coinciden: el Decreto 398 de 2020 dice que «todos» son los que participan; Minvivienda lo limitó a la emergencia de 2020 y Mincomercio dice que no aplica a la propiedad horizontal.';

function judgeMode({ mode, notice, fiscalAuditor, declared }: ChallengeFacts): Judgement {
  if (notice !== null && notice.mode !== mode)
    return red(
      'La modalidad cambió después de la última convocatoria.',
      'Avise el cambio a todos en «Invitaciones».',
    );
  if (mode === 'inPerson') return green();
  if (declared.isAttested === false)
    return {
      ...red(
        'El revisor fiscal no da fe de la sucesión de las comunicaciones.',
        'Pida la constancia del revisor fiscal.',
      ),
      dispute: REMOTE_DISPUTE,
    };
  if (fiscalAuditor === null && declared.isAttested !== true)
    return {
      ...missing(
        'En la reunión no presencial o mixta el revisor fiscal da fe, y no se ha dicho quién es.',
        'Escriba el revisor fiscal de la copropiedad, o diga abajo que hay constancia.',
      ),
      dispute: REMOTE_DISPUTE,
    };
  return { ...green(), dispute: REMOTE_DISPUTE };
}

function judgeQuorum({ hasQuorum, questions, isEnded }: ChallengeFacts): Judgement {
  const without = questions.filter((one) => one.closedWithoutQuorum);
  if (without.length > 0)
    return red(
      `Se cerraron sin quórum: ${namesOf(without)}.`,
      'Vote de nuevo con quórum, o en segunda convocatoria.',
    );
  if (isEnded) return green();
  if (hasQuorum === null) return missing('La asamblea aún no empieza.', 'Registre a los asistentes.');
  return hasQuorum
    ? green('Hay quórum ahora.')
    : red(
        'Ahora no hay quórum.',
        'No abra preguntas hasta tener quórum; si no llega, pase a segunda convocatoria.',
      );
}

function judgeMatterRule({ mode, questions }: ChallengeFacts): Judgement {
  const voted = questions.filter(({ isOpened }) => isOpened);
  const weak = voted.filter(({ chosen, needed }) => needed !== null && !asksAsMuch(chosen, needed));
  if (weak.length > 0)
    return red(
      `La regla es menor que la de su materia: ${namesOf(weak)}.`,
      'Vote de nuevo la pregunta con la regla de su materia.',
    );
  const remote = voted.filter(({ needed }) => needed !== null && needsRoom(needed.rule));
  if (remote.length > 0 && mode === 'virtual')
    return red(
      `No se deciden en una reunión no presencial: ${namesOf(remote)}.`,
      'Decida la pregunta en una asamblea presencial.',
    );
  const unknown = voted.filter(({ needed }) => needed === null);
  if (unknown.length > 0)
    return missing(
      `No se dijo la materia: ${namesOf(unknown)}.`,
      'Elija la materia al preparar cada pregunta.',
    );
  return remote.length > 0 && mode === 'mixed'
    ? {
        ...green(),
        dispute:
          'Ninguna norma dice que en la mixta basten los votos del salón para lo que pide el 70 % (art. 46, parágrafo).',
      }
    : green();
}

const inCentavos = (pesos: number): Centavos => centavos(pesos * 100);

function judgeExtraordinaryFee({ questions, billing, declared }: ChallengeFacts): Judgement {
  const fees = questions.filter(({ isExtraordinaryFee }) => isExtraordinaryFee);
  if (fees.length === 0) return green('No se decide ninguna cuota extraordinaria.');
  const month = billing?.monthlyFees ?? declaredAmount(declared.monthlyFees);
  const before = billing?.extraordinaryFees ?? declaredAmount(declared.extraordinaryFees);
  const proposed = proposedFees({ questions, declared });
  if (month === null || before === null || proposed === null)
    return missing(
      'Faltan valores para comparar la cuota extraordinaria con cuatro expensas mensuales.',
      'Escriba abajo las expensas de un mes, las extraordinarias del período y la que se propone.',
    );
  const sum = centavos(before + proposed);
  const limit = centavos(4 * month);
  const sums = `Con esta, ${formatPesos(sum)} de extraordinarias en el período; 4 × ${formatPesos(month)} = ${formatPesos(limit)}`;
  const weak = fees.filter(({ chosen }) => !asksAsMuch(chosen, { rule: 'qualified' }));
  if (sum <= limit) return green(`${sums}.`);
  return weak.length === 0
    ? green(`${sums}; se decide por el 70 %.`)
    : red(
        `${sums}; se decide por el 70 %. Se decide con menos: ${namesOf(weak)}.`,
        'Vote de nuevo la pregunta por mayoría calificada del 70 %.',
      );
}

/** Sums the costs in the questions about extraordinary fees; with an unknown cost the declared sum counts, else null. */
function proposedFees({
  questions,
  declared,
}: Pick<ChallengeFacts, 'questions' | 'declared'>): Centavos | null {
  const costs = questions.flatMap(({ isExtraordinaryFee, cost }) => (isExtraordinaryFee ? [cost] : []));
  const knownCosts = costs.filter((cost) => cost !== null);
  return knownCosts.length === costs.length ? sumMoney(knownCosts) : declaredAmount(declared.proposedFee);
}

const declaredAmount = (pesos: number | null | undefined): Centavos | null =>
  pesos === null || pesos === undefined ? null : inCentavos(pesos);

function judgeReserveFund({ questions, declared }: ChallengeFacts): Judgement {
  const isFee = questions.some(({ isExtraordinaryFee }) => isExtraordinaryFee);
  if (!isFee && !questions.some(({ isBudget }) => isBudget))
    return green('No hay preguntas de presupuesto ni de cuota extraordinaria.');
  const { yearBudget, fundCharge, fundBalance } = declared;
  const proposed = proposedFees({ questions, declared });
  if (yearBudget == null || fundCharge == null || fundBalance == null || proposed === null)
    return missing(
      'Faltan valores del fondo de imprevistos.',
      'Escriba abajo el presupuesto del año, el aporte al fondo y su saldo.',
    );
  if (fundCharge * 100 < yearBudget && fundBalance * 2 < yearBudget)
    return red(
      `El aporte al fondo, ${formatPesos(inCentavos(fundCharge))}, es menos del 1 % del presupuesto de ${formatPesos(inCentavos(yearBudget))}, y el saldo no llega al 50 %.`,
      'Incluya en el presupuesto al menos el 1 % para el fondo de imprevistos.',
    );
  if (isFee && inCentavos(fundBalance) >= proposed)
    return red(
      `El fondo tiene ${formatPesos(inCentavos(fundBalance))} y alcanza para la cuota extraordinaria de ${formatPesos(proposed)}.`,
      'Use primero el fondo, o explique en el acta por qué no alcanza.',
    );
  return green();
}

function judgeFines(facts: ChallengeFacts): Judgement {
  const { billing } = facts;
  if (billing === null) return green(withoutBilling(facts, 'multas'));
  return billing.unitsOverFined.length === 0
    ? green('Ninguna multa del período pasa de los topes.')
    : red(
        `Hay multas por encima de dos expensas mensuales, o de diez en total: ${namedFew(billing.unitsOverFined)}.`,
        'Corrija la multa con una nota crédito que disminuya primero las multas; si ya se pagó, anule la cuenta de cobro.',
      );
}

function judgePowers({ powers }: ChallengeFacts): Judgement {
  if (powers.beyond.length > 0)
    return red(
      powers.beyond.slice(0, NAMES_SHOWN).join(' '),
      'Revise los poderes de esa persona en «Poderes».',
    );
  const dispute =
    powers.barred.length === 0
      ? {}
      : {
          dispute: `${powers.barred.slice(0, NAMES_SHOWN).join(' ')} Se discute si el artículo 185 del Código de Comercio aplica por analogía y si impide al consejo.`,
        };
  if (powers.pending > 0)
    return {
      ...missing(
        `${counted(powers.pending, 'poder', 'poderes')} sin decidir.`,
        'Acepte o rechace cada poder en «Poderes».',
      ),
      ...dispute,
    };
  return { ...green(), ...dispute };
}

function judgeParticipation({ mode, absentOwners, openedAt, declared }: ChallengeFacts): Judgement {
  if (mode === 'inPerson') return green('La reunión es presencial.');
  if (openedAt === null) return { ...green('La asamblea aún no empieza.'), dispute: REMOTE_DISPUTE };
  if (absentOwners === 0) return green('Participaron todos los propietarios.');
  const absent =
    absentOwners === 1
      ? 'Un propietario no ha participado'
      : `${absentOwners} propietarios no han participado`;
  return declared.allMustJoin === true
    ? red(
        `${absent}, y se declaró que el reglamento exige que participen todos: las decisiones serían ineficaces.`,
        'Registre a los que faltan, o decida en una asamblea presencial.',
      )
    : {
        ...green(`${absent}; SCAF aplica la lectura de que «todos» son los que participan.`),
        dispute: REMOTE_DISPUTE,
      };
}

function judgeCouncil({ questions, declared }: ChallengeFacts): Judgement {
  const councils = questions.flatMap(({ name, council }) => (council === null ? [] : [{ name, ...council }]));
  const wrong = councils.filter(({ seats }) => seats < 3 || seats % 2 === 0);
  if (wrong.length > 0)
    return red(
      `Los puestos no son un número impar de tres o más: ${namesOf(wrong)}.`,
      'Elija de nuevo con un número impar de puestos, tres o más.',
    );
  const strangers = councilStrangers({ questions });
  if (strangers.length === 0) return green();
  if (declared.delegatesProved === true)
    return green(`Se declaró que hay prueba de la delegación de: ${namedFew(strangers)}.`);
  return declared.delegatesProved === false
    ? red(
        `Se declaró que no son propietarios ni delegados de un propietario: ${namedFew(strangers)}.`,
        'Elija de nuevo con candidatos que sean propietarios o delegados.',
      )
    : missing(
        `No figuran como propietarios ni delegados: ${namedFew(strangers)}.`,
        'Compruebe que cada uno es propietario o delegado de un propietario, anexe la delegación y dígalo abajo.',
      );
}

const namesOf = (questions: readonly Pick<ChallengedQuestion, 'name'>[]): string =>
  namedFew(questions.map(({ name }) => name));

/** Grounds to challenge an assembly, each with the law, the ruling and the function that judges the facts. */
const grounds: Record<ChallengeGround, GroundRule> = {
  convener: {
    name: 'Quién convocó',
    law: 'Ley 675 de 2001, art. 39',
    ruling: 'CSJ, SC1169-2022',
    ofNotice: 'meeting',
    judge: judgeConvener,
  },
  noticeDays: {
    name: 'Días de la convocatoria',
    law: 'Ley 675 de 2001, art. 39',
    ofNotice: 'sending',
    judge: judgeDays,
  },
  everyOwner: {
    name: 'Convocatoria a cada propietario',
    law: 'Ley 675 de 2001, art. 39, par. 1',
    ruling: 'TS Bogotá, 18-03-2021, 11001310303720190025501',
    ofNotice: 'sending',
    judge: judgeEveryOwner,
  },
  debtors: {
    name: 'Relación de propietarios en mora',
    law: 'Ley 675 de 2001, art. 39, par. 2',
    ofNotice: 'sending',
    judge: judgeDebtors,
  },
  secondCall: {
    name: 'Constancia del artículo 41',
    law: 'Ley 675 de 2001, art. 41',
    ofNotice: 'sending',
    judge: judgeSecondCall,
  },
  annexes: {
    name: 'Anexos de la convocatoria',
    law: 'Ley 675 de 2001, art. 39',
    ruling: 'TS Medellín, 05088310300120220022401',
    ofNotice: 'sending',
    judge: judgeAnnexes,
  },
  agenda: { name: 'Orden del día', law: 'Ley 675 de 2001, art. 39, par. 1', judge: judgeAgenda },
  dayAndHour: {
    name: 'Día y hora de la reunión',
    law: 'Ley 675 de 2001, art. 39',
    ruling: 'TS Bogotá, 18-03-2021, 11001310303720190025501',
    ofNotice: 'meeting',
    judge: judgeDayAndHour,
  },
  mode: {
    name: 'Modalidad de la reunión',
    law: 'Ley 675 de 2001, art. 42; Decreto 1074 de 2015, art. 2.2.1.16.1',
    judge: judgeMode,
  },
  quorum: { name: 'Quórum', law: 'Ley 675 de 2001, arts. 41 y 45', judge: judgeQuorum },
  matterRule: {
    name: 'Regla de cada materia',
    law: 'Ley 675 de 2001, arts. 45 y 46',
    judge: judgeMatterRule,
  },
  extraordinaryFee: {
    name: 'Cuota extraordinaria',
    law: 'Ley 675 de 2001, art. 46, num. 2',
    judge: judgeExtraordinaryFee,
  },
  reserveFund: { name: 'Fondo de imprevistos', law: 'Ley 675 de 2001, art. 35', judge: judgeReserveFund },
  fines: { name: 'Topes de las multas', law: 'Ley 675 de 2001, arts. 59 y 60', judge: judgeFines },
  powers: {
    name: 'Poderes',
    law: 'Ley 675 de 2001, art. 37; Código de Comercio, arts. 184 y 185, por analogía',
    ruling: 'TS Bogotá, delegación verbal de comuneros (C.C. art. 2149)',
    judge: judgePowers,
  },
  participation: {
    name: 'Participación en la reunión no presencial',
    law: 'Ley 675 de 2001, art. 44',
    judge: judgeParticipation,
  },
  council: {
    name: 'Consejo y comité',
    law: 'Ley 675 de 2001, arts. 53 y 58, par. 1',
    ruling: 'TS Medellín, 05308310300120230009201',
    judge: judgeCouncil,
  },
};

/** Returns the judgement of a ground that art. 40 makes needless; undefined for other grounds. */
function curedOf(
  ofNotice: GroundRule['ofNotice'],
  { isWholeRoll, kind, notice }: ChallengeFacts,
): Judgement | undefined {
  if (ofNotice === undefined) return undefined;
  if (isWholeRoll)
    return green(
      'Está representado el 100 % de los coeficientes: la reunión vale sin convocatoria (art. 40).',
    );
  return ofNotice === 'sending' && kind === 'byRight' && notice === null
    ? green('La asamblea se reúne por derecho propio, sin convocatoria (art. 40).')
    : undefined;
}

/**
 * Judges every ground to challenge an assembly from the facts, in the order of the panel. A pure function: equal facts
 * give equal grounds.
 */
export const judgeGrounds = (facts: ChallengeFacts): JudgedGround[] =>
  Object.entries(grounds).map(([code, { name, law, ruling = null, ofNotice, judge }]) => {
    const { state, reason, step = null, dispute = null } = curedOf(ofNotice, facts) ?? judge(facts);
    return { code: code as ChallengeGround, name, law, ruling, state, reason, step, dispute };
  });
