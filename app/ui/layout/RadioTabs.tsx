import type { ReactNode } from 'react';

/** Views of one subject on the same page, chosen by radio buttons, so that they need no script. The first is open at first. */
export const RadioTabs = (props: {
  name: string;
  label: string;
  tabs: readonly { label: string; content: ReactNode }[];
}) => (
  <fieldset className="flex min-w-0 flex-wrap gap-2">
    <legend className="sr-only">{props.label}</legend>
    {props.tabs.map(({ label, content }, place) => (
      <div key={label} className="group [display:contents]">
        <label className="flex min-h-11 cursor-pointer items-center rounded-control border border-control bg-surface px-4 font-medium has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3">
          <input type="radio" name={props.name} value={label} defaultChecked={place === 0} className="sr-only" />
          {label}
        </label>
        {/* Browsers without `:has` show all views. */}
        <div className="order-1 w-full min-w-0 pt-2 group-not-has-checked:hidden">{content}</div>
      </div>
    ))}
  </fieldset>
);
