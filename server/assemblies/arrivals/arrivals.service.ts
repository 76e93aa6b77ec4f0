import type { AnswerOf, InputOf } from '../../../shared/api.ts';
import type {
  announceArrival,
  claimArrival,
  WaitingArrival,
} from '../../../shared/assemblies/arrivals.api.ts';
import type { RegistrationResult } from '../../../shared/assemblies/attendance.api.ts';
import { codeSignInService } from '../../accounts/index.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { AssembliesContext } from '../store/act.ts';
import { Announcements } from './announce.ts';
import { claimTicket } from './claim.ts';
import { confirmArrival, refuseArrival } from './decide.ts';
import { ArrivalLimits } from './limits.ts';
import { listArrivals } from './list.ts';

/**
 * Service for owners that join an assembly with a phone and without a personal link. The phone scans the QR on the
 * wall and announces a unit and an identity document; the desk then confirms or refuses. No answer tells the phone
 * if the unit or the document is right. An announcement with an owner's document is never replaced by an
 * announcement with another document.
 */
export class ArrivalsService {
  readonly #context: AssembliesContext;
  readonly #limits: ArrivalLimits;
  readonly #announcements: Announcements;
  readonly #byCode: ReturnType<typeof codeSignInService>;

  constructor(context: AssembliesContext) {
    this.#context = context;
    this.#limits = new ArrivalLimits(context);
    this.#announcements = new Announcements(context, this.#limits);
    this.#byCode = codeSignInService(context);
  }

  /**
   * Accepts the announcement of a phone, to be checked later. @throws Problem overloaded while the queue is full
   */
  announce(code: string, announcement: InputOf<typeof announceArrival>['body'], address: string): void {
    this.#announcements.announce(code, announcement, address);
  }

  /** Returns the decision of the desk about the announcement with a ticket; if confirmed, with a session. */
  claim(code: string, ticket: string, address: string): Promise<AnswerOf<typeof claimArrival>> {
    const services = { context: this.#context, announcements: this.#announcements, byCode: this.#byCode };
    return claimTicket(services, { code, ticket }, address);
  }

  list(jointId: number): Promise<WaitingArrival[]> {
    return listArrivals(this.#context, this.#limits, jointId);
  }

  /**
   * Confirms an announcement at the desk, and registers the unit.
   * @throws Problem arrivalNotFound, arrivalDecided, apartmentNotFound, alreadyRegistered, assemblyClosed
   */
  confirm(
    arrival: { jointId: number; arrivalId: string },
    choices: { takeBack?: boolean; wentOn?: readonly string[] },
    principal: Principal,
  ): Promise<RegistrationResult> {
    return confirmArrival(this.#context, arrival, choices, principal);
  }

  /** Refuses an announcement at the desk. @throws Problem arrivalNotFound, arrivalDecided */
  refuse(arrival: { jointId: number; arrivalId: string }, principal: Principal): Promise<void> {
    return refuseArrival(this.#context, arrival, principal);
  }
}
