import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { readDataPolicy } from '../../shared/personal/register.api.ts';
import { hasCode, messageOf } from '../lib/api.ts';
import { date } from '../lib/format.ts';
import { usePublicSettings } from '../lib/public-settings.ts';
import { queryOf } from '../lib/query.ts';
import { Card, Page } from '../ui/page.tsx';
import { EmptyState, QueryView } from '../ui/query-view.tsx';
import styles from './personal.module.css';

const POLICY_TITLE = 'Política de tratamiento de datos';

/** Public page '/PoliticaDeDatos/:jointId?': the policy of a joint with all versions; without a joint: the roles, and the contact. */
export default function DataPolicyPage() {
  const { jointId = '' } = useParams();
  return /^[1-9]\d{0,8}$/.test(jointId) ? <JointPolicy jointId={Number(jointId)} /> : <AnyPolicy />;
}

function JointPolicy({ jointId }: { jointId: number }) {
  const linked = Number(useSearchParams()[0].get('version') ?? Number.NaN);
  const query = Number.isInteger(linked) && linked > 0 ? { version: linked } : {};
  const read = useQuery(
    queryOf(['data-policy', jointId, linked], readDataPolicy, { params: { jointId }, query }),
  );
  return (
    <Page title={POLICY_TITLE} intro={read.data?.jointName ?? '\u00a0'} width="narrow">
      {hasCode(read.error, 'policyNotFound') ? (
        <EmptyState message={messageOf(read.error)} />
      ) : (
        <QueryView query={read} page>
          {({ policy, versions }) => (
            <>
              <Card title="Responsable y contacto">
                <p className="strong">{policy.responsible}</p>
                <p>Consultas y reclamos: {policy.contact}</p>
                <p className="soft">
                  Versión {policy.version}, publicada el {date(policy.publishedAt)}
                  {policy.version === versions[0]?.version ? '. Es la vigente.' : '. Hay una más reciente.'}
                </p>
              </Card>
              <Card title="Política">
                <p className={`breaks ${styles.text}`}>{policy.text}</p>
              </Card>
              {versions.length > 1 && (
                <Card title="Versiones">
                  <ul className="stack-2 plain">
                    {versions.map(({ version, publishedAt }) => (
                      <li key={version}>
                        {version === policy.version ? (
                          `Versión ${version}, del ${date(publishedAt)} (la que está leyendo)`
                        ) : (
                          <Link to={`/PoliticaDeDatos/${jointId}?version=${version}`}>
                            Versión {version}, del {date(publishedAt)}
                          </Link>
                        )}
                      </li>
                    ))}
                  </ul>
                </Card>
              )}
            </>
          )}
        </QueryView>
      )}
    </Page>
  );
}

function AnyPolicy() {
  const { data } = usePublicSettings();
  const contact = [data?.contactEmail, data?.contactPhone].filter(Boolean).join(' · ');
  return (
    <Page title={POLICY_TITLE} width="narrow">
      <Card title="Quién responde por sus datos">
        <p>
          Su copropiedad es la responsable de sus datos personales, y su política dice para qué los usa. Quien
          opera este servidor de SCAF los trata solo por encargo de ella (Ley 1581 de 2012).
        </p>
        <p>
          Después de ingresar, en «Sus datos personales», usted lee la política de su copropiedad, la
          autoriza, y presenta consultas y reclamos.
        </p>
        {contact !== '' && <p>Quien opera el servidor: {contact}</p>}
      </Card>
    </Page>
  );
}
