import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { Page, Stack } from '../ui/page.tsx';
import styles from './plain.module.css';

/** When a page breaks, or its code cannot be fetched: what happened in plain words, and two ways on. */
export function ErrorPage() {
  const error = useRouteError();
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <main>
      <Page title="Algo salió mal" width="narrow">
        <p className={styles.text}>
          No se pudo mostrar esta página. Lo que usted ya había guardado no se pierde.
        </p>
        <Stack row>
          <Button onPress={() => window.location.reload()}>Intentar de nuevo</Button>
          <Button variant="secondary" onPress={() => window.location.assign('/')}>
            Ir a la página de inicio
          </Button>
        </Stack>
      </Page>
    </main>
  );
}
