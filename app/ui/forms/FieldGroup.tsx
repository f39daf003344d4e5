import type { ReactNode } from 'react';

/** Fields under a common heading, which are not split between columns. */
export const FieldGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="field-group">
    <legend>{title}</legend>
    {children}
  </fieldset>
);

/** Groups of fields in as many columns as fit. */
export const FieldGroups = ({ children }: { children: ReactNode }) => <div className="field-groups">{children}</div>;
