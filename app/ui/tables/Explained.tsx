import { type ReactNode, useId } from 'react';
import { Icon } from '../pictures/Icon';
import { Small } from '../Text';
import { Stat } from './Data';

/* Names of figures that open their explanation without a script. Old browsers show the explanation below. */

const popoverTarget = (id: string) => ({ popovertarget: id });

function ExplainedName({ id, children }: { id: string; children: string }) {
  const last = children.lastIndexOf(' ') + 1;
  return (
    <button type="button" {...popoverTarget(id)} className="explains">
      {children.slice(0, last)}
      <span>
        {children.slice(last)}
        <Icon name="info" size="small" />
      </span>
    </button>
  );
}

const Explanation = ({ id, name, children }: { id: string; name: string; children: ReactNode }) => (
  <div id={id} {...{ popover: 'auto' }} className="explanation">
    <p className="font-semibold">{name}</p>
    {children}
  </div>
);

export function Explained({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <ExplainedName id={id}>{name}</ExplainedName>
      <Explanation id={id} name={name}>
        {children}
      </Explanation>
    </>
  );
}

type Figure = { label: string; about: ReactNode; value: ReactNode; detail?: ReactNode };

export function ExplainedStat(props: Figure) {
  const { label, about, ...stat } = props;
  const id = useId();
  return (
    <div className="min-w-0">
      <Stat label={<ExplainedName id={id}>{label}</ExplainedName>} {...stat} />
      <Explanation id={id} name={label}>
        {about}
      </Explanation>
    </div>
  );
}

/** Row of a description list: the name on the left, the figure on the right, the detail below them. */
export function ExplainedRow({ label, about, value, detail }: Figure) {
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-2">
      <dt className="text-muted">
        <ExplainedName id={id}>{label}</ExplainedName>
      </dt>
      <dd className="text-end font-medium">
        {value}
        <Explanation id={id} name={label}>
          {about}
        </Explanation>
      </dd>
      {detail && (
        <dd className="col-span-2">
          <Small>{detail}</Small>
        </dd>
      )}
    </div>
  );
}
