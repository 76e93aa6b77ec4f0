import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Button, Page } from '../../ui/page.tsx';
import { UiProvider } from '../../ui/provider.tsx';
import { setTheme, useTheme } from '../../ui/theme.ts';
import { GalleryFields } from './fields.tsx';
import { GalleryLook } from './look.tsx';
import { GalleryWords } from './words.tsx';
import '../../ui/arrange.css';

/** Gallery: a page with every component in all states, for developers and for screenshot tests. */
function Gallery() {
  const theme = useTheme();
  return (
    <Page
      title="Componentes"
      intro="Todo lo que hay en client/ui, en sus estados. Solo en desarrollo."
      actions={
        <Button variant="secondary" onPress={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
          {theme === 'dark' ? 'Fondo claro' : 'Fondo oscuro'}
        </Button>
      }
    >
      <GalleryLook />
      <GalleryFields />
      <GalleryWords />
    </Page>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <BrowserRouter>
      <I18nProvider locale="es-CO">
        <UiProvider>
          <main>
            <Gallery />
          </main>
        </UiProvider>
      </I18nProvider>
    </BrowserRouter>,
  );
}
