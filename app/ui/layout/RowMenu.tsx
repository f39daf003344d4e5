import { type ReactNode, useId } from 'react';
import { cx } from '../cx';
import { Link } from '../Link';
import { Icon } from '../pictures/Icon';
import { VisuallyHidden } from '../Text';

/** Menu of a row, above the table. The browser opens and closes it without a script; old browsers show the list in the row. */
export function RowMenu({ of, children }: { of: string; children: ReactNode }) {
  const id = useId();
  // React has no types for popovers.
  const opens = { popovertarget: id };
  const popover = { popover: 'auto' };
  return (
    <>
      <button type="button" {...opens} className="row-menu-name">
        Actions
        <VisuallyHidden> for {of}</VisuallyHidden>
        <Icon name="chevron-down" size="small" />
      </button>
      {/* Closes the menu once its form is sent. */}
      <div id={id} {...popover} className="row-menu" onSubmit={({ currentTarget }) => currentTarget.hidePopover?.()}>
        {children}
      </div>
    </>
  );
}

/** Entry of a `RowMenu` that links to the form of an act. `danger`: the act is irreversible. */
export const RowMenuLink = (props: { to: string; danger?: boolean; children: ReactNode }) => (
  <Link to={props.to} className={cx('button', props.danger && 'button-danger')}>
    {props.children}
  </Link>
);
