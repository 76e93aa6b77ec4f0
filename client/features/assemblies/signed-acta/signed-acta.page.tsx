import { useParams } from 'react-router-dom';
import type { SignedActa } from '../../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { endedWords } from '../../../../shared/assemblies/words.ts';
import { Card, Page } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Publication } from './acta-files.tsx';
import { signedActasQuery } from './signed-acta.queries.ts';

/**
 * Page '/ActaFirmada/:jointId': signed actas of a joint's assemblies. Opened by a link in the mail to the owners.
 */
export default function SignedActaPage() {
  const jointId = Number(useParams().jointId);
  return (
    <Page
      title="Acta firmada"
      intro="El acta de la asamblea como se firmó (Ley 675 de 2001, art. 47). La huella dice si una copia que alguien muestre es la misma."
      width="narrow"
    >
      <QueryView query={signedActasQuery(jointId)} page>
        {(actas) => {
          const published = actas.filter(({ publications }) => publications.length > 0);
          if (published.length === 0) {
            return <p className="soft">Todavía no se ha publicado un acta firmada.</p>;
          }
          return published.map((acta) => <ActaCard key={acta.assemblyId} jointId={jointId} acta={acta} />);
        }}
      </QueryView>
    </Page>
  );
}

function ActaCard({ jointId, acta }: { jointId: number; acta: SignedActa }) {
  const [last, ...former] = [...acta.publications].reverse();
  return (
    <Card title={acta.title}>
      {acta.endedAt !== null && <p className="soft">{endedWords(acta.endedAt)}</p>}
      {last && <Publication jointId={jointId} publication={last} />}
      {former.length > 0 && (
        <section className="stack-3" aria-label="Reemplazadas">
          <h3>Reemplazadas</h3>
          {former.map((one) => (
            <Publication key={one.publishedAt} jointId={jointId} publication={one} />
          ))}
        </section>
      )}
    </Card>
  );
}
