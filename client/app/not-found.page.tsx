import { ButtonLink, Page } from '../ui/page.tsx';

/** Page shown for an unknown address. */
export default function NotFoundPage() {
  return (
    <Page title="404" width="narrow">
      <p className="large">Página no encontrada en nuestro servidor.</p>
      <div>
        <ButtonLink to="/">Ir a la página de inicio</ButtonLink>
      </div>
    </Page>
  );
}
