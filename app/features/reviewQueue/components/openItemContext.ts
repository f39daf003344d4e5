import { createContext } from 'react';

/**
 * The address of the item that stands open beside a list. Its forms are posted to it, so that what they are refused for stands beside
 * the item.
 */
export const OpenItemContext = createContext<string | null>(null);
