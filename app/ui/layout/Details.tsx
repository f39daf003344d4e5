import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * A fold: its first child is the `summary` that opens and closes it. Only a press on that closes it. Once opened by `open` it stays so,
 * because the first key of a correction clears the message for which it was opened, and would close it around the field that is typed
 * in. With JavaScript a refused field in it opens it; without, the page has to draw it with `open`.
 * @param props.ofRow it unfolds the row of the table that it stands in, so a refused field anywhere in that row opens it
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
