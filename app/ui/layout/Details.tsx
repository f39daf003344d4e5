import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * Disclosure with a `summary`, opened by `open` or by an invalid field inside. Only the user closes it; otherwise correcting a field
 * would close it while typing. `ofRow` expands the row of its table.
 */
export function Details(props: {
  id?: string;
  name?: string;
  open?: boolean;
  ofRow?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const { open = false, ofRow, ...details } = props;
  const fold = useRef<HTMLDetailsElement>(null);
  const [wasOpened, setOpened] = useState(open);
  if (open && !wasOpened) setOpened(true);
  useEffect(() => {
    if (open && fold.current) fold.current.open = true;
  }, [open]);
  useEffect(() => {
    const holder = ofRow ? fold.current?.closest('tr') : fold.current;
    if (fold.current && holder?.querySelector('[aria-invalid]')) fold.current.open = true;
  });
  return <details {...details} ref={fold} open={wasOpened} />;
}
