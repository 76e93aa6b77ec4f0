import type { ComponentType } from 'react';
import { create } from 'zustand';

/**
 * Store of a notice shown above every page, for example about a mismatch of the audit chain. Null: no notice. The
 * code is loaded on demand.
 */
export const useShellNotice = create<{ Notice: ComponentType | null }>(() => ({ Notice: null }));
