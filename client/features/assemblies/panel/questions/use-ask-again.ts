import { useNavigate } from 'react-router-dom';
import { getConcept } from '../../../../../shared/assemblies/concepts.api.ts';
import { call, failureText } from '../../../../lib/api.ts';
import { toast } from '../../../../ui/toast.tsx';
import { draftAgain } from '../../election/question-draft.ts';

/**
 * Hook: returns a function to fill the question form with a stored question, and to open the form. Creates no
 * question on the server.
 * @returns function of the question's number; `only`: numbers of the answers to offer again, default all
 */
export function useAskAgain(jointId: number): (conceptId: number, only?: readonly number[]) => Promise<void> {
  const navigate = useNavigate();
  return async (conceptId, only) => {
    try {
      draftAgain(await call(getConcept, { params: { jointId, conceptId } }), only);
      await navigate('/GenerateQuestion');
    } catch (error) {
      toast.error(failureText(error, 'No se pudo leer la pregunta. Intente nuevamente.'));
    }
  };
}
