import type { ComponentType } from 'react';
import { create } from 'zustand';

/** Notice above every page, if a person must see something. The code is loaded on demand. */
export const useShellNotice = create<{ Notice: ComponentType | null }>(() => ({ Notice: null }));
