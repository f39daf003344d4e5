import { createContext } from 'react';
import type { Previewed } from '~/ui/forms/PreviewCard';

export const OpenItemContext = createContext<string | null>(null);

/** Decision of the open entry whose effect is shown before the first press; `confirm` also requires a code. */
export type ShownDecision = { decision: string; preview: Previewed; confirm: boolean };

export const ShownDecisionContext = createContext<ShownDecision | null>(null);
