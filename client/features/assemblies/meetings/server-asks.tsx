import type { AskedCode, earlyCodes, openingCodes } from '../../../../shared/assemblies/law/asked-codes.ts';
import { ApiError } from '../../../lib/api.ts';
import { confirm } from '../../../ui/confirm.tsx';

const titles: Record<AskedCode, string> = {
  openingEarly: '¿Desea abrir la asamblea hoy?',
  beginningEarly: '¿Desea empezar antes de la hora?',
  kindAfterVote: '¿Desea cambiar la clase o la modalidad?',
  agendaAfterVote: '¿Desea cambiar el orden del día?',
  outsideAgenda: '¿Desea hacer la pregunta?',
};

/** True for a code of `earlyCodes`. */
export const isEarlyCode = (code: AskedCode): code is (typeof earlyCodes)[number] =>
  code === 'openingEarly' || code === 'beginningEarly';

/** True for a code of `openingCodes`. */
export const isOpeningCode = (code: AskedCode): code is (typeof openingCodes)[number] =>
  code === 'outsideAgenda' || isEarlyCode(code);

const yesWords: Partial<Record<AskedCode, string>> = {
  openingEarly: 'Abrir hoy',
  beginningEarly: 'Empezar',
  outsideAgenda: 'Continuar',
};

/**
 * Sends a request of the operator, open to a refusal with a warning (status 422 with a code of `askedCodes`). Shows
 * the warning, and after a confirmation sends the request again with the code.
 * @param send sends the request with the confirmed codes
 * @returns the server's answer; null if the operator cancels
 */
export async function withQuestions<T>(send: (wentOn: AskedCode[]) => Promise<T>): Promise<T | null> {
  const wentOn: AskedCode[] = [];
  for (;;) {
    try {
      return await send(wentOn);
    } catch (error) {
      // The keys of the titles, so that the pages of voters load no list of codes.
      const code = (Object.keys(titles) as AskedCode[]).find(
        (one) => error instanceof ApiError && error.code === one,
      );
      if (code === undefined || wentOn.includes(code) || !(error instanceof ApiError)) throw error;
      if (!(await confirmWith(code, error.message))) return null;
      wentOn.push(code);
    }
  }
}

function confirmWith(code: AskedCode, message: string): Promise<boolean> {
  const isOpening = code === 'openingEarly';
  return confirm({
    title: titles[code],
    body: (
      <>
        <p>
          <strong>{message}</strong>
        </p>
        {isOpening && (
          <p>
            Desde ese momento quienes tienen su enlace pueden registrarse, y una venta o un dato nuevo solo
            entra con una corrección del censo. La apertura no se puede deshacer.
          </p>
        )}
      </>
    ),
    yes: yesWords[code] ?? 'Cambiar',
    no: isEarlyCode(code) ? 'Esperar' : 'Dejar como está',
    danger: true,
  });
}
