import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Page, Stack } from '../ui/page.tsx';
import styles from './plain.module.css';

interface Props {
  /** Another place: the fault of the last one is over. */
  place: string;
  children: ReactNode;
}

interface State {
  /** Where it failed; null while all is well. */
  failedAt: string | null;
}

/** Catches what breaks a page, also when its code cannot be fetched, and leaves the shell standing. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failedAt: null };

  static getDerivedStateFromError(): Partial<State> {
    // '' marks the fault; getDerivedStateFromProps, which runs next, knows the place.
    return { failedAt: '' };
  }

  static getDerivedStateFromProps({ place }: Props, { failedAt }: State): Partial<State> | null {
    if (failedAt === '') return { failedAt: place };
    return failedAt !== null && failedAt !== place ? { failedAt: null } : null;
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack);
  }

  override render(): ReactNode {
    return this.state.failedAt === null ? this.props.children : <ErrorPage />;
  }
}

/** What happened in plain words, and two ways on. */
function ErrorPage() {
  return (
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
  );
}
