import type { ReactNode } from 'react';
import { Button, ScriptOnly } from '../Button';
import { Logo } from '../pictures/Logo';

/** Button that prints the page. Absent without JavaScript; the browser's own command remains. */
export const PrintButton = () => (
  <ScriptOnly>
    <Button type="button" icon="print" onClick={() => window.print()}>
      Print
    </Button>
  </ScriptOnly>
);

export const PrintHead = ({ children }: { children: ReactNode }) => (
  <div className="hidden items-center justify-between gap-6 border-b border-line pb-3 print:flex">
    <Logo />
    <div className="text-end text-sm">{children}</div>
  </div>
);
