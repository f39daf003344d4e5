import type { ReactNode } from 'react';
import { useRootData } from '~/features/site/shell/rootData';
import { LinkButton } from '~/ui/Button';

/** Button with which visitors sign up, and which leads signed-in people to their account. */
export const SignUpButton = ({ children }: { children: ReactNode }) =>
  useRootData()?.signedIn ? (
    <LinkButton to="/dashboard" tone="primary">
      Go to my account
    </LinkButton>
  ) : (
    <LinkButton to="/signup" tone="primary">
      {children}
    </LinkButton>
  );
