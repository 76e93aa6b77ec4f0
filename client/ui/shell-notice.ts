import type { ComponentType } from 'react';
import { create } from 'zustand';

/**
 * Store of a notice shown above every page, for example a warning about changed audit entries. Null: no
 * notice. A part of the code sets the component at need.
 */
export const useShellNotice = create<{ Notice: ComponentType | null }>(() => ({ Notice: null }));
