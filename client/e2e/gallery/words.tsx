import { useState } from 'react';
import { confirm } from '../../ui/confirm.tsx';
import { CopiedText } from '../../ui/copied-text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Button, Card, Notice, OutsideButtonLink, Stack } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { QrImage } from '../../ui/qr-image.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/query-view.tsx';
import { Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './gallery.module.css';

const ROWS = [
  { unit: '1-101', owner: 'Inversiones Cañaveral del Sur S.A.S.', coefficient: '0,4123' },
  { unit: '1-302', owner: 'Ana María Núñez Peña', coefficient: '0,4567' },
];
const COLUMNS = [
  { header: 'Inmueble', cell: (row: (typeof ROWS)[0]) => row.unit, total: 'Total' },
  { header: 'Propietario', cell: (row: (typeof ROWS)[0]) => row.owner },
  {
    header: 'Coeficiente',
    cell: (row: (typeof ROWS)[0]) => row.coefficient,
    align: 'end',
    total: '0,8690',
  },
] as const;
/** Rows of a made-up QR code without meaning ('1': dark square). */
const CODE = Array.from({ length: 21 }, (_, y) =>
  Array.from({ length: 21 }, (_, x) => ((x * 7 + y * 5 + x * y) % 3 === 0 ? '1' : '0')).join(''),
);
const KINDS = ['info', 'success', 'warning', 'error'] as const;

/**
 * Part of the component gallery (test page with every component): dialogs, messages, tables, loading and
 * error states.
 */
export function GalleryWords() {
  const [size, setSize] = useState<'normal' | 'wide' | null>(null);
  return (
    <>
      <Card title="Ventanas y avisos pasajeros">
        <Stack row>
          <Button variant="secondary" onPress={() => setSize('normal')}>
            Ventana
          </Button>
          <Button variant="secondary" onPress={() => setSize('wide')}>
            Ventana ancha
          </Button>
          <Button
            variant="secondary"
            onPress={() => void confirm({ title: '¿Está seguro de su respuesta?' })}
          >
            Pregunta
          </Button>
          <Button variant="danger" onPress={() => void confirm({ title: '¿Reiniciar?', danger: true })}>
            Pregunta con riesgo
          </Button>
          <Button variant="quiet" onPress={() => toast.success('Votación exitosa.')}>
            Éxito
          </Button>
          <Button variant="quiet" onPress={() => toast.error('No se puede votar en este momento.')}>
            Error
          </Button>
          <Button variant="quiet" onPress={() => toast.info('Enlace copiado.')}>
            Información
          </Button>
        </Stack>
        <Dialog
          title="Una ventana"
          isOpen={size !== null}
          onClose={() => setSize(null)}
          size={size ?? undefined}
          actions={<Button onPress={() => setSize(null)}>Cerrar</Button>}
        >
          <p>Lo demás espera.</p>
        </Dialog>
      </Card>
      <Card title="Vistas de lo mismo">
        <Tabs
          label="Quién ha votado"
          items={[
            { id: 'pending', title: 'Sin votar (57)', content: <p>Una vista.</p> },
            { id: 'voted', title: 'Votaron (98)', content: <p>Otra vista.</p> },
          ]}
        />
      </Card>
      <Card title="Palabras que se quedan">
        {KINDS.map((kind) => (
          <Notice key={kind} kind={kind} title={`Aviso: ${kind}`}>
            <p>Está junto a lo que explica.</p>
          </Notice>
        ))}
        <Notice kind="info">Sin título.</Notice>
      </Card>
      <Card title="Tablas" actions={<Button size="small">Exportar</Button>}>
        <Table label="Inmuebles" columns={COLUMNS} rows={ROWS} rowKey={(row) => row.unit} empty="" />
        <Table
          label="Tabla larga"
          columns={COLUMNS}
          rows={ROWS}
          rowKey={(row) => row.unit}
          empty=""
          hidesTotals
          pageSize={1}
        />
        <Table label="Tabla vacía" columns={COLUMNS} rows={[]} rowKey={() => ''} empty="No hay inmuebles." />
      </Card>
      <Card title="Estados">
        <div className={styles.columns}>
          <Loading />
          <EmptyState message="El inmueble no tiene cuentas de cobro." />
          <ErrorState message="No se encuentra disponible la información." onRetry={() => undefined} />
        </div>
      </Card>
      <Card title="Textos y códigos que se llevan a otra parte">
        <p>
          <CopiedText text="000003000213" what="la referencia" />
        </p>
        <div>
          <OutsideButtonLink href="https://example.com/">Pagar en línea</OutsideButtonLink>
        </div>
        <div className={styles.meter}>
          <QrImage rows={CODE} label="Código QR" />
        </div>
      </Card>
      <Card title="Avance y nivel">
        <Progress label="Informe" share={0.42} />
        <Progress label="Esperando" />
        <div className={styles.meter}>
          <Meter label="Sin quorum" share={0.31} threshold={0.5} valueText="31 de 100" />
        </div>
        <div className={styles.meter}>
          <Meter label="Con quorum" share={0.67} threshold={0.5} isGood valueText="67 de 100" />
        </div>
      </Card>
    </>
  );
}
