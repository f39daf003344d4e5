import { decisionFieldId, useRefused, useTyped } from '~/features/reviewQueue/components';
import { Field } from '~/ui/forms/Field';

/** Amount in the coin of a method that arrived, or was sent; nothing for a method without a coin. */
export function CoinField({
  id,
  decision,
  coin,
  label,
  filled,
}: {
  id: string;
  decision: string;
  coin: string | null;
  label: string;
  filled?: string;
}) {
  const typed = useTyped(id, decision);
  const errors = useRefused(id, decision, 'coin');
  if (!coin) return null;
  return (
    <Field
      id={decisionFieldId('coin', { id, _intent: decision })}
      name="coin"
      label={`${label} in ${coin}`}
      defaultValue={typed?.coin ?? filled}
      errors={errors}
      inputMode="decimal"
      autoComplete="off"
    />
  );
}
