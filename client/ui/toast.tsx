import { toast as sonner, Toaster } from 'sonner';
import 'sonner/dist/styles.css';
import './toast.css';

/** The specification: top right, no button, gone after four seconds. */
const TOAST_MS = 4000;

/** Short word on how something went. It does not take the focus; screen readers hear it. */
export const toast = {
  success: (text: string) => void sonner.success(text),
  error: (text: string) => void sonner.error(text),
  info: (text: string) => void sonner.info(text),
};

/** Where toasts appear; rendered once by UiProvider. */
export function ToastHost() {
  return (
    <Toaster
      position="top-right"
      duration={TOAST_MS}
      visibleToasts={4}
      containerAriaLabel="Avisos"
      offset={16}
      mobileOffset={12}
    />
  );
}
