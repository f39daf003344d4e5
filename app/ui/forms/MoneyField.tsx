import { formatUsd } from '~/ledger/money';
import { cx } from '../cx';
import { INPUT_CLASS, type InputProps, Labelled, nativeProps } from './Field';

/** Field for an amount in dollars. The hint shows `min` and `max`; the server validates them. */
export function MoneyField({ min, max, ...props }: Omit<InputProps, 'type' | 'min' | 'max'> & Range) {
  return (
    <Labelled {...props} hint={props.hint ?? rangeHint({ min, max })}>
      {(wiring) => (
        <span className="relative block">
          <span aria-hidden="true" className="absolute inset-y-0 start-0 flex items-center ps-3 text-muted">
            $
          </span>
          <input {...NUMBER_INPUT_PROPS} {...nativeProps(props)} {...wiring} className={cx(INPUT_CLASS, 'ps-7')} />
        </span>
      )}
    </Labelled>
  );
}

/** Field for a percentage. The sign is shown next to it, so `60%` is displayed as `60`. */
export const PercentField = ({ defaultValue, ...props }: Omit<InputProps, 'type'> & { defaultValue?: string }) => (
  <Labelled {...props}>
    {(wiring) => (
      <span className="relative block">
        <input
          {...NUMBER_INPUT_PROPS}
          {...nativeProps(props)}
          {...wiring}
          defaultValue={defaultValue?.replace(/\s*%$/, '')}
          className={cx(INPUT_CLASS, 'pe-8')}
        />
        <span aria-hidden="true" className="absolute inset-y-0 end-2 flex items-center text-muted">
          %
        </span>
      </span>
    )}
  </Labelled>
);

const NUMBER_INPUT_PROPS = { type: 'text', inputMode: 'decimal', autoComplete: 'off' } as const;

type Range = { min?: bigint; max?: bigint };

function rangeHint({ min, max }: Range): string | undefined {
  if (min !== undefined && max !== undefined) return `Between ${formatUsd(min)} and ${formatUsd(max)}`;
  if (min !== undefined) return `At least ${formatUsd(min)}`;
  return max === undefined ? undefined : `At most ${formatUsd(max)}`;
}
