import { decisionFieldId, useRefused, useTyped } from '~/features/reviewQueue/components';
import { Field } from '~/ui/forms/Field';

/** What an administrator saw arrive, or has sent, in the coin of a method; nothing for a method without a coin. */
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
