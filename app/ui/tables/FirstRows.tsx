import type { ReactNode } from 'react';
import { Disclosure } from '../layout/Disclosure';

export function FirstRows<Row>(props: {
  rows: readonly Row[];
  limit: number;
  unit: string;
  table: (rows: readonly Row[], isRest: boolean) => ReactNode;
}) {
  const rest = props.rows.slice(props.limit);
  return (
    <>
      {props.table(props.rows.slice(0, props.limit), false)}
      {rest.length > 0 && (
        <Disclosure summary={`${rest.length} more ${props.unit}${rest.length === 1 ? '' : 's'}`}>
          {props.table(rest, true)}
        </Disclosure>
      )}
    </>
  );
}
