import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';

// Walls and phones that follow the figures never open it.
const WallLinkDialog = lazy(() => import('../screens/wall-link-dialog.tsx'));

/** An operator's way to put the wall on a screen that nobody is signed in on. */
export function WallLink({ jointId, jointName }: { jointId: number; jointName: string }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const open = () => {
    setOpen(true);
    setOpened(true);
  };
  return (
    <>
      <Button variant="quiet" size="small" onPress={open}>
        Enlace para pantalla
      </Button>
      {wasOpened && (
        <Suspense fallback={null}>
          <WallLinkDialog
            jointId={jointId}
            jointName={jointName}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
