import { useState } from 'react';
import { groupedCode } from '../../../../shared/assemblies/code.ts';
import { type JointCode, makeBadges, revokeCode } from '../../../../shared/assemblies/codes.api.ts';
import { call } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { failureText } from '../failure.ts';
import { assemblyTexts } from '../texts.ts';
import { useAct } from '../use-act.ts';
import styles from './codes.module.css';
import { useRefreshCodes } from './codes.queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import type { Printing } from './use-print.ts';

interface Props {
  jointId: number;
  code: JointCode;
  unitIds: ReadonlySet<string>;
  printing: Printing;
}

/** What can be done with one code. */
export function CodeActs({ jointId, code: { code, badgeOf, apartments }, unitIds, printing }: Props) {
  const refresh = useRefreshCodes(jointId);
  const [asked, setAsked] = useState<'renew' | 'revoke' | null>(null);
  const close = () => setAsked(null);
  const onError = (error: unknown) => toast.error(failureText(error, assemblyTexts.codeFailed));
  const apartmentId = badgeOf ?? '';
  const renewing = useAct({
    mutationFn: (reason: string) =>
      call(makeBadges, {
        params: { jointId },
        body: { apartmentIds: [apartmentId], renew: true, ...(reason === '' ? {} : { reason }) },
      }),
    onSuccess: async () => {
      close();
      toast.success('Escarapela renovada. La anterior ya no sirve.');
      await Promise.all([refresh(), printing.print({ what: 'badges', apartmentId })]);
    },
    onError,
  });
  const revoking = useAct({
    mutationFn: (reason: string) =>
      call(revokeCode, { params: { jointId, code }, query: reason === '' ? {} : { reason } }),
    onSuccess: () => {
      close();
      toast.success('Código revocado.');
      return refresh();
    },
    onError,
  });
  const isPrintable = badgeOf !== null && unitIds.has(badgeOf);
  const name = groupedCode(code);
  return (
    <div className={styles.acts}>
      {isPrintable && (
        <>
          <Act
            label="Descargar"
            name={name}
            isDisabled={printing.isBusy}
            onPress={() => void printing.print({ what: 'badges', apartmentId })}
          />
          <Act
            label="Papeletas"
            name={name}
            isDisabled={printing.isBusy}
            onPress={() => void printing.print({ what: 'votingBadges', of: 'badges', apartmentId })}
          />
          <Act label="Reimprimir" name={name} onPress={() => setAsked('renew')} />
        </>
      )}
      <Act label="Revocar" name={name} onPress={() => setAsked('revoke')} />
      {asked === 'renew' && (
        <ReasonDialog
          title={`¿Reimprimir la escarapela de ${apartmentId}?`}
          body="Se crea un código nuevo y el anterior deja de servir. Lo que tenga registrado pasa a la escarapela nueva, con su hora de ingreso y sus votos."
          yes="Reimprimir"
          isPending={renewing.isPending}
          onYes={renewing.mutate}
          onClose={close}
        />
      )}
      {asked === 'revoke' && (
        <ReasonDialog
          title={`¿Revocar el código ${name}?`}
          body={
            apartments.length === 0
              ? 'El código deja de servir para siempre.'
              : `El código deja de servir para siempre. Salen de la asamblea: ${apartments.join(', ')}.`
          }
          yes="Revocar"
          isPending={revoking.isPending}
          onYes={revoking.mutate}
          onClose={close}
        />
      )}
    </div>
  );
}

interface ActProps {
  label: string;
  /** The code in groups: a screen reader hears which row's button it is. */
  name: string;
  onPress: () => void;
  isDisabled?: boolean;
}

function Act({ label, name, ...rest }: ActProps) {
  return (
    <Button variant="quiet" size="small" aria-label={`${label} ${name}`} {...rest}>
      {label}
    </Button>
  );
}
