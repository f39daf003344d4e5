import { createContext } from 'react';

/** Address of the open entry, to which its forms are posted. */
export const OpenItemContext = createContext<string | null>(null);
