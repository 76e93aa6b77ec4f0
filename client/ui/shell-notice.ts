import type { ComponentType } from 'react';
import { create } from 'zustand';

/** What stands above every page while there is something that a person must see. Its code comes when it is needed. */
export const useShellNotice = create<{ Notice: ComponentType | null }>(() => ({ Notice: null }));
