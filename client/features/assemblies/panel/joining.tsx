import { useMutation } from '@tanstack/react-query';
import { closeJoining, openJoining } from '../../../../shared/assemblies/arrivals.api.ts';
import { call, failureText } from '../../../lib/api.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { Button, ButtonLink, Card, Notice, Stack } from '../../../ui/page.tsx';
import { phonesWait } from '../common/texts.ts';

const JOINING_FAILED = 'No se puede cambiar el código QR de la pantalla en este momento. Intente nuevamente.';

/**
 * Switch on the operator's panel to show a QR on the walls: owners without a link scan the QR and announce unit and
 * document to the desk.
 */
export function PanelJoining({ joint, live }: { joint: LiveJoint; live: LiveEntry }) {
  const { jointId, joining } = joint;
  const isShown = joining?.code != null;
  const waiting = joining?.waiting ?? 0;
  const changing = useMutation({
    mutationFn: async (show: boolean) => {
      if (show) await call(openJoining, { params: { jointId } });
      else await call(closeJoining, { params: { jointId } });
    },
    onSettled: () => {
      if (live.status !== 'live') refreshJoint(jointId);
    },
  });
  return (
    <Card title="Ingreso con QR">
      <p>
        {isShown
          ? 'La pantalla muestra el código QR junto al registro de asistencia. Quien lo escanea escribe el código de su tarjeta, o su inmueble y documento para que la mesa lo confirme.'
          : 'La pantalla puede mostrar un código QR para quienes no tienen enlace ni escarapela. La mesa confirma a cada uno con un toque.'}
      </p>
      {waiting > 0 && (
        <p role="status">
          <strong>{phonesWait(waiting)}</strong> en la mesa de registro.
        </p>
      )}
      {changing.isError && <Notice kind="error">{failureText(changing.error, JOINING_FAILED)}</Notice>}
      <Stack row>
        <Button variant="secondary" isPending={changing.isPending} onPress={() => changing.mutate(!isShown)}>
          {isShown ? 'Quitar QR de la pantalla' : 'Mostrar QR en la pantalla'}
        </Button>
        {waiting > 0 && (
          <ButtonLink to="/RegisterQR" variant="secondary">
            Ir a la mesa
          </ButtonLink>
        )}
      </Stack>
    </Card>
  );
}
