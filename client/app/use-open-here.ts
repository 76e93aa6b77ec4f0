import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Whether something of the menu is open, and how to open or close it. It is open at one arrival alone: the next page or
 * place finds it closed at once, so that a place is gone to on the page as it will be.
 */
export function useOpenHere(): [boolean, (isOpen: boolean) => void] {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  return [openAt === key, (isOpen) => setOpenAt(isOpen ? key : null)];
}
