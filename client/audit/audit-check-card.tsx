import { useMutation } from '@tanstack/react-query';
import type { AuditCheck } from '../../shared/audit/audit.api.ts';
import { call, messageOf } from '../lib/api.ts';
import { dateTime } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import styles from './audit.module.css';
import type { Trail } from './trails.ts';

/** Verifies the trail on demand and says in words what came of it. */
export function AuditCheckCard({ trail, jointId }: { trail: Trail; jointId: number }) {
  const check = useMutation({ mutationFn: () => call(trail.check, { params: { jointId } }) });
  return (
    <Card title="Verificación">
      <Stack>
        <p>{trail.compares}</p>
        <Stack row>
          <Button onPress={() => check.mutate()} isPending={check.isPending}>
            Verificar
          </Button>
        </Stack>
        {check.isError && <Notice kind="error">{messageOf(check.error)}</Notice>}
        {check.data && <Verdict trail={trail} check={check.data} />}
      </Stack>
    </Card>
  );
}

function Verdict({ trail, check }: { trail: Trail; check: AuditCheck }) {
  const { entries, lastHash, at, findings } = check;
  return (
    <>
      {findings.length === 0 ? (
        <Notice kind="success" title="El registro está íntegro.">
          Se verificaron {entries} actos y {trail.verified}.
        </Notice>
      ) : (
        <Notice kind="error" title={`Se encontraron ${findings.length} diferencias.`}>
          <ul className={styles.findings}>
            {findings.map(({ seq, what }) => (
              <li key={`${seq} ${what}`}>{seq === null ? what : `Acto ${seq}: ${what}`}</li>
            ))}
          </ul>
        </Notice>
      )}
      <p className={styles.hash}>
        Última huella ({dateTime(at)}): {lastHash}
      </p>
      <p>{trail.printed}</p>
    </>
  );
}
