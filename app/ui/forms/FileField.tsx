import { useEffect, useState } from 'react';
import { cx } from '../cx';
import { Icon } from '../pictures/Icon';
import { type Common, Labelled } from './Field';

/**
 * A file, chosen or dropped. `kept` is one that arrived earlier and need not be sent again after an error elsewhere in
 * the form.
 */
export function FileField({
  accept,
  kept,
  ...props
}: Common & { accept: string; kept?: { id: string; name: string } }) {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => () => URL.revokeObjectURL(picture ?? ''), [picture]);
  return (
    <Labelled {...props}>
      {(wiring) => (
        <>
          {kept && (
            <p className="flex items-center gap-2 text-profit">
              <Icon name="check" />
              {kept.name} is uploaded already
              <input type="hidden" name={`_${props.name}`} value={kept.id} />
            </p>
          )}
          <input
            type="file"
            name={props.name}
            accept={accept}
            required={props.required && !kept}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              setPicture(file?.type.startsWith('image/') ? URL.createObjectURL(file) : null);
            }}
            {...wiring}
            className={cx(
              'block w-full cursor-pointer rounded-control border-2 border-dashed border-control bg-surface p-3 text-muted hover:border-accent hover:bg-accent-soft aria-invalid:border-loss',
              'file:me-3 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-control file:bg-well file:px-4 file:font-medium file:text-ink',
            )}
          />
          {picture && <img src={picture} alt="As chosen" className="size-20 rounded-control object-contain" />}
        </>
      )}
    </Labelled>
  );
}
