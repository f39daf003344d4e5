import { createContext } from 'react';
import type { EffectPreview } from '~/ui/forms/PreviewCard';

export const OpenItemContext = createContext<string | null>(null);

/** Decision of the open entry with its effect, shown before the first press. `confirm`: a code is required too. */
export type ShownDecision = { decision: string; preview: EffectPreview; confirm: boolean };

export const ShownDecisionContext = createContext<ShownDecision | null>(null);
