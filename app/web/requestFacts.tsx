import { createContext, type ReactNode, useContext } from 'react';

/** What the document needs of its request: a nonce for its scripts, an id to quote when something fails. Server only. */
type Facts = { nonce?: string; requestId?: string };

const RequestFactsContext = createContext<Facts>({});

export function RequestFactsProvider({ children, ...facts }: Facts & { children: ReactNode }) {
  return <RequestFactsContext.Provider value={facts}>{children}</RequestFactsContext.Provider>;
}

export const useRequestFacts = (): Facts => useContext(RequestFactsContext);
