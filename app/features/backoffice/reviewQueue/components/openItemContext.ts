import { createContext } from 'react';

export const OpenItemContext = createContext<string | null>(null);
