import type { DeclaredFacts } from '../../../shared/assemblies/challenge/challenge.api.ts';
import type { Convener } from '../../../shared/assemblies/law/conveners.ts';
import type { Matter } from '../../../shared/assemblies/law/kinds.ts';
import type { Need } from '../../../shared/assemblies/law/matters.ts';
import type { Day } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { BillingFigures } from '../store/billing-figures-port.ts';

/** Question of an assembly, as needed to judge the grounds of a challenge. */
export interface ChallengedQuestion {
  /** Name for sentences: 'VOTACIÓN 2', with the sector if any. */
  name: string;
  matter: Matter | null;
  /** Majority of the question. */
  chosen: Need;
  /** Majority required for the matter, by law or by-laws; null without a matter. */
  needed: Need | null;
  /** True if the votes decide an extraordinary fee, by matter or words; false for a rejected fee. */
  isExtraordinaryFee: boolean;
  /** Cost of the decision for the whole joint; null if unknown. */
  cost: Centavos | null;
  /** True if the votes decide the budget. */
  isBudget: boolean;
  /** Point of the agenda with the question; null without a point. */
  agendaItem: number | null;
  /** True from the first opening on. */
  isOpened: boolean;
  /** True if a closing was without quorum. */
  closedWithoutQuorum: boolean;
  /** Election of the council or the comité de convivencia; null for other questions. */
  council: {
    seats: number;
    /** Elected names, before the closing candidates, neither owners nor delegates. Empty for the comité de convivencia. */
    strangers: readonly string[];
  } | null;
}

/** Returns the names of all council members that are neither owners nor delegates, see `council`. */
export const councilStrangers = ({ questions }: Pick<ChallengeFacts, 'questions'>): string[] =>
  questions.flatMap(({ council }) => council?.strangers ?? []);

/** Notice as sent: mails accepted by the mail server, and printed letters. */
export interface SentNoticeFacts {
  /** Number of owners on the roll. */
  owners: number;
  /** Names of owners without a delivery; units without a known owner as 'Propietario de 101'. */
  untold: readonly string[];
  /** Names of owners with an older notice only: day, hour, place or agenda changed afterwards. */
  outdated: readonly string[];
  /** Day of the last first delivery of the present notice. */
  lastToldOn: Day;
  /** True if each reached owner got a version of the notice with the list of owners in arrears. */
  hasDebtors: boolean;
  /** True if every sent notice had the sentence of art. 41, or was of the second call. */
  hasSecondCall: boolean;
  /** Number of documents of the notice, if a delivery to each reached owner names all documents; else 0. */
  documents: number;
  /** Agenda, mode, and hour (epoch ms; null if unknown) of the last sent notice. */
  agenda: string | null;
  mode: Assembly['mode'];
  scheduledAt: Millis | null;
}

/** Facts of an assembly at an instant: the only input to judge the grounds of a challenge. */
export interface ChallengeFacts {
  kind: Assembly['kind'];
  mode: Assembly['mode'];
  agenda: string | null;
  convener: Convener | null;
  /** Owners who convened: sum as text, and true if the sum and the number of persons suffice; null for another convener. */
  conveningOwners: { coefficient: string; isEnough: boolean } | null;
  scheduledAt: Millis | null;
  openedAt: Millis | null;
  /** First opening of a question or of a point of the agenda. */
  begunAt: Millis | null;
  /**
   * Legal instant of the second call (art. 41, or the by-laws), and its first opening of a question or of a point; null in
   * the first call.
   */
  secondCall: { from: Millis; begunAt: Millis | null } | null;
  /** Last day for the notice of an ordinary assembly; null for other assemblies, or without a day. */
  noticeBy: Day | null;
  /**
   * Day of a meeting by right in the year of the called day (art. 40); null for other assemblies, without a day, or if
   * opened in second call, on a later day (art. 41).
   */
  byRightOn: Day | null;
  /** Null before the first delivery. */
  notice: SentNoticeFacts | null;
  /** True if the represented units are all units of the roll (art. 40). */
  isWholeRoll: boolean;
  /** True if a list of owners in arrears for the notice is stored. */
  hasDebtorsList: boolean;
  /** `delegatesProved` only if declared about every present stranger of `questions`. */
  declared: DeclaredFacts;
  fiscalAuditor: string | null;
  /** Quorum now; null before the opening and after the end. */
  hasQuorum: boolean | null;
  questions: readonly ChallengedQuestion[];
  usesBilling: boolean;
  /** Figures of billing; null without billing, and before the first issued month. */
  billing: BillingFigures | null;
  powers: {
    pending: number;
    /** Spanish sentences about limits exceeded by current powers. */
    beyond: readonly string[];
    /** Spanish sentences about barred persons with current powers. */
    barred: readonly string[];
  };
  /** Owners on the roll without any registration until now, of all owners. */
  absentOwners: number;
  isEnded: boolean;
}
