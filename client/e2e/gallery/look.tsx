import { Button, ButtonLink, Card, Stack } from '../../ui/page.tsx';
import styles from './gallery.module.css';

const COLOURS = [
  'ground',
  'surface',
  'surface-raised',
  'surface-sunken',
  'line',
  'line-strong',
  'ink',
  'ink-soft',
  'primary',
  'primary-strong',
  'primary-soft',
  'accent',
  'danger',
  'danger-soft',
  'success',
  'success-soft',
  'warning',
  'warning-soft',
  'focus',
];
const SIZES = ['display', '2xl', 'xl', 'lg', 'md', 'sm'];
const SPACES = [1, 2, 3, 4, 5, 6, 7, 8];
const VARIANTS = ['primary', 'secondary', 'danger', 'quiet'] as const;

/** Part of the component gallery (test page with every component): colours, sizes and buttons. */
export function GalleryLook() {
  return (
    <>
      <Card title="Colores">
        <ul className={styles.colours}>
          {COLOURS.map((name) => (
            <li key={name}>
              <span className={styles.colour} style={{ background: `var(--${name})` }} />
              {name}
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Tamaños y espacios">
        <p className={styles.display}>Cada coeficiente cuenta. 45,1234</p>
        <div>
          {SIZES.map((name) => (
            <p key={name} className={styles.sample} style={{ fontSize: `var(--text-${name})` }}>
              {name}: Aprobación del acta, 45,1234
            </p>
          ))}
        </div>
        <ul className={styles.spaces}>
          {SPACES.map((step) => (
            <li key={step}>
              <span className={styles.space} style={{ width: `var(--space-${step})` }} />
              {step}
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Botones">
        {VARIANTS.map((variant) => (
          <Stack key={variant} row>
            <Button variant={variant}>Registrar</Button>
            <Button variant={variant} size="small">
              Pequeño
            </Button>
            <Button variant={variant} size="large">
              Grande
            </Button>
            <Button variant={variant} isDisabled>
              Inactivo
            </Button>
            <Button variant={variant} isPending>
              En curso
            </Button>
            <ButtonLink variant={variant} to="#">
              Enlace
            </ButtonLink>
          </Stack>
        ))}
        <Button wide>A todo el ancho</Button>
      </Card>
    </>
  );
}
