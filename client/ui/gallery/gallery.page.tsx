import { Button } from '../button.tsx';
import { Page } from '../page.tsx';
import { setTheme, useTheme } from '../theme.ts';
import { GalleryFields } from './gallery-fields.tsx';
import { GalleryLook } from './gallery-look.tsx';
import { GalleryWords } from './gallery-words.tsx';

/** Every component in its states, for who builds screens with them. In development only. */
export default function GalleryPage() {
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
