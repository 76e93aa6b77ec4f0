import { useParams } from 'react-router-dom';
import { getActa } from '../../../../shared/assemblies/signed-acta/acta.api.ts';
import { count, dateTime } from '../../../lib/format.ts';
import { freshOf } from '../../../lib/query.ts';
import { Card, Page } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import styles from './acta.module.css';
import { ActaBlocks } from './acta-blocks.tsx';

/** Page '/BorradorActa/:jointId/:assemblyId': draft of an assembly's acta (minutes). */
export default function ActaPage() {
  const params = useParams();
  const jointId = Number(params.jointId);
  const assemblyId = Number(params.assemblyId);
  return (
    <Page title="Borrador de acta">
      <QueryView
        query={freshOf(['acta', jointId, assemblyId], getActa, {
          params: { jointId },
          query: { assemblyId },
        })}
        page
      >
        {({ jointName, rootName, subject, madeAt, trail, blocks }) => (
          <Card>
            <article className={`breaks grid-3 ${styles.acta}`}>
              <p className={`bold ${styles.joint}`}>{jointName}</p>
              {rootName !== null && <p className="soft">Sector de {rootName}</p>}
              <p>{subject}</p>
              <ActaBlocks blocks={blocks} />
              <p className="soft">
                Generado el {dateTime(madeAt)} (hora de Colombia). Registro de auditoría {trail.chain},
                asiento {count(trail.entries)}: <span className="breaks">{trail.lastHash}</span>
              </p>
            </article>
          </Card>
        )}
      </QueryView>
    </Page>
  );
}
