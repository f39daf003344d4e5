import { createContext, type ReactNode, useContext } from 'react';
import { hasRight, type Right, type Role } from '~/signIns/rights';
import { Link } from '~/web/router';

const RoleContext = createContext<Role | null>(null);

export const RoleProvider = RoleContext.Provider;

/** Returns a function that checks the current administrator's rights; always false outside of administrators' pages. */
export function useMay(): (right: Right) => boolean {
  const role = useContext(RoleContext);
  return (right) => role !== null && hasRight({ role }, right);
}

/** Children shown only with the right. The server checks the right independently. */
export function May({ right, children }: { right: Right; children: ReactNode }) {
  return useMay()(right) ? children : null;
}

export function MayLink({ right, to, children }: { right: Right; to: string; children: ReactNode }) {
  return useMay()(right) ? <Link to={to}>{children}</Link> : children;
}
