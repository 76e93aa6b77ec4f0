import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  type GatewayEnvironment,
  type GatewaySettings,
  makeIntent,
  setGatewayKeys,
  switchGateway,
} from '../../../../shared/billing/gateway.api.ts';
import { ApiError, call, messageOf } from '../../../lib/api.ts';
import { CopiedText } from '../../../ui/copied-text.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Form } from '../../../ui/form.tsx';
import { Button, Card, Notice, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { sendOnTop } from '../../../ui/send-facts.tsx';
import styles from '../billing.module.css';
import { gatewayQuery, useRefreshBilling } from '../billing.queries.ts';
import { UnitBox } from '../unit-box.tsx';

const environments = [
  {
    id: 'test' as const,
    label: 'Pruebas',
    detail: 'No mueve dinero ni se registra; no lo ven los propietarios.',
  },
  {
    id: 'production' as const,
    label: 'Producción',
    detail: 'Los propietarios pagan, y cada pago hace su recibo.',
  },
];

/** Settings card: keys of the joint at the payment gateway, and the switch of online payments. */
export function GatewayCard({ jointId }: { jointId: number }) {
  return (
    <Card title="Pagos en línea (Wompi)">
      <p>
        Con la cuenta de la copropiedad en Wompi, el propietario paga desde la cuenta de cobro, el correo o
        sus pantallas, y el recibo se hace solo. Las llaves están en Wompi, en «Desarrolladores»; se guardan
        cifradas y no se vuelven a mostrar. Encendidos, reemplazan la página de pagos de arriba.
      </p>
      <QueryView query={gatewayQuery(jointId)}>
        {(settings) => (
          <>
            {settings.publicKey !== '' && <Switch jointId={jointId} settings={settings} />}
            <details className="more" open={!settings.isReadable}>
              <summary>{settings.publicKey === '' ? 'Escribir las llaves' : 'Cambiar las llaves'}</summary>
              <KeysForm key={jointId} jointId={jointId} settings={settings} />
            </details>
          </>
        )}
      </QueryView>
    </Card>
  );
}

/** Hook: puts changed settings in the cache, and refreshes the other screens. */
function useChanged(jointId: number) {
  const client = useQueryClient();
  const refresh = useRefreshBilling();
  return async (settings: GatewaySettings) => {
    client.setQueryData(gatewayQuery(jointId).queryKey, settings);
    await refresh();
  };
}

interface TypedKeys {
  environment: GatewayEnvironment;
  publicKey: string;
  integritySecret: string;
  eventsSecret: string;
  privateKey: string;
}

const keysToType = ({ environment, publicKey }: GatewaySettings): TypedKeys => ({
  environment,
  publicKey,
  integritySecret: '',
  eventsSecret: '',
  privateKey: '',
});

/** Sends the typed keys, with the public key and the environment shown before. Null if the user goes back to the form. */
function sendKeys(jointId: number, shown: GatewaySettings, { environment, ...typed }: TypedKeys) {
  const { publicKey: typedKey, ...secrets } = typed;
  const filled = Object.entries(secrets).filter(([, text]) => text.trim() !== '');
  const publicKey = typedKey.trim();
  const body = { environment, publicKey, ...Object.fromEntries(filled) };
  return sendOnTop(
    (seen) => call(setGatewayKeys, { params: { jointId }, body: { ...body, seen } }),
    { environment: shown.environment, publicKey: shown.publicKey },
    { environment, publicKey },
  );
}

interface OfGateway {
  jointId: number;
  settings: GatewaySettings;
}

function KeysForm({ jointId, settings }: OfGateway) {
  const changed = useChanged(jointId);
  const shown = useRef(settings);
  const saving = useRequest((typed: TypedKeys) => sendKeys(jointId, shown.current, typed), {
    done: (saved) =>
      saved === null ? undefined : 'Las llaves quedaron guardadas. Los pagos en línea están apagados.',
    next: async (saved) => {
      if (saved === null) return;
      shown.current = saved;
      form.reset(keysToType(saved));
      await changed(saved);
    },
  });
  const form = useForm({
    initial: () => keysToType(settings),
    faultsOf: ({ publicKey }) => ({ publicKey: publicKey.trim() === '' ? 'Copie la llave pública.' : null }),
    onSubmit: (typed) => saving.mutate(typed),
  });
  const stays = form.values.environment === settings.environment;
  const stored = (isStored: boolean) =>
    isStored && stays ? 'Ya se guardó. Escriba aquí solo si cambia.' : undefined;
  const secret = { autoCapitalize: 'none', maxLength: 200, type: 'password' } as const;
  return (
    <Form form={form} saving={saving} act="Guardar las llaves" isMinor label="Llaves de la pasarela">
      {!settings.isReadable && (
        <Notice kind="warning">
          <p>
            Las llaves guardadas ya no se pueden leer, porque cambió el secreto del servidor. Escríbalas de
            nuevo.
          </p>
        </Notice>
      )}
      <RadioGroup label="Ambiente" items={environments} {...form.field('environment')} />
      <div className={`grid-4 ${styles.fields}`}>
        <TextField
          label="Llave pública"
          {...form.checked('publicKey')}
          autoCapitalize="none"
          maxLength={200}
        />
        <TextField
          label="Llave privada"
          {...form.field('privateKey')}
          {...secret}
          description={stored(settings.hasPrivateKey)}
        />
        <TextField
          label="Secreto de eventos"
          {...form.field('eventsSecret')}
          {...secret}
          description={stored(settings.hasEventsSecret)}
        />
        <TextField
          label="Secreto de integridad"
          {...form.field('integritySecret')}
          {...secret}
          description={stored(settings.hasIntegritySecret)}
        />
      </div>
    </Form>
  );
}

/** Address for the notifications, and the switch. A failed test of the private key may be passed over. */
function Switch({ jointId, settings: { isOn, environment, notifyUrl } }: OfGateway) {
  const changed = useChanged(jointId);
  const turning = useMutation({
    mutationFn: (body: { on: boolean; confirmed?: true }) =>
      call(switchGateway, { params: { jointId }, body }),
    onSuccess: changed,
  });
  const { error } = turning;
  const isUntried = error instanceof ApiError && error.code === 'gatewayTestFailed';
  return (
    <Stack>
      <Figures
        items={[
          ['Estado', isOn ? `Encendidos (${environment === 'test' ? 'pruebas' : 'producción'})` : 'Apagados'],
          ['URL de eventos, para Wompi', <CopiedText key="url" text={notifyUrl} what="la dirección" />],
        ]}
      />
      {error !== null && <Notice kind="error">{messageOf(error)}</Notice>}
      <Stack row>
        <Button
          variant={isOn ? 'danger' : 'primary'}
          isPending={turning.isPending}
          onPress={() => turning.mutate({ on: !isOn })}
        >
          {isOn ? 'Apagar los pagos en línea' : 'Encender los pagos en línea'}
        </Button>
        {isUntried && !isOn && (
          <Button variant="secondary" onPress={() => turning.mutate({ on: true, confirmed: true })}>
            Encender sin la prueba
          </Button>
        )}
      </Stack>
      {isOn && environment === 'test' && <Trial jointId={jointId} />}
    </Stack>
  );
}

/** Least payment at the gateway, in pesos, for a trial. */
const TRIAL_PESOS = 1_500;

function Trial({ jointId }: { jointId: number }) {
  const paying = useMutation({
    mutationFn: (apartmentId: string) =>
      call(makeIntent, { params: { jointId }, body: { apartmentId, amount: TRIAL_PESOS } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const form = useForm<{ unit: string | null }, 'unit'>({
    initial: { unit: null },
    faultsOf: ({ unit }) => ({ unit: unit === null ? 'Elija el inmueble.' : null }),
    onSubmit: ({ unit }) => {
      if (unit !== null) paying.mutate(unit);
    },
  });
  return (
    <Form form={form} saving={paying} act="Hacer un pago de prueba" isMinor label="Pago de prueba">
      <UnitBox jointId={jointId} {...form.field('unit')} error={form.fault('unit')} />
    </Form>
  );
}
