import { createContext, type ReactNode, useContext } from 'react';
import { may, type Right, type Role } from '~/signIns/rights';
import { Link } from '~/web/router';

const RoleContext = createContext<Role | null>(null);

/** Tells the pages within what the administrator who looks at them is on the staff as. */
export const RoleProvider = RoleContext.Provider;

/** May the administrator who looks at this page do what a right lets one do? No one may outside of the administrators' pages. */
export function useMay(): (right: Right) => boolean {
  const role = useContext(RoleContext);
  return (right) => role !== null && may({ role }, right);
}

/** What is shown only to those who may do it; the server refuses the others all the same. */
export function May({ right, children }: { right: Right; children: ReactNode }) {
  return useMay()(right) ? children : null;
}

/** A link to a page that takes a right; the words alone for those without it. */
export function MayLink({ right, to, children }: { right: Right; to: string; children: ReactNode }) {
  return useMay()(right) ? <Link to={to}>{children}</Link> : children;
}
