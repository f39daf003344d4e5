import { getFormProps } from '@conform-to/react';
import { formatBps, formatUsd, plainUsd } from '~/ledger/money';
import { Button, LinkButton } from '~/ui/Button';
import { Checkbox, fieldProps, MoneyField, SelectField } from '~/ui/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/Form';
import { Stack } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';
import { useActionForm } from '~/web/form/useActionForm';
import { CAP_CHOICES, FLOOR_CHOICES, startSchema } from '../schema';

type Props = {
  trader: Leader;
  available: bigint;
  moneyKey: string;
  /** The trader has an account with positions, which the copy follows order by order. */
  positions: boolean;
  /** The trader takes new copies now. */
  open: boolean;
  /** The trader is the person who looks. */
  own: boolean;
};

const percent = (bps: number): string => `${bps / 100}%`;
const FLOORS = [
  ...FLOOR_CHOICES.map((bps) => ({ value: String(bps), label: `${percent(bps)} of what I put in` })),
  { value: 'none', label: 'None' },
];
const CAPS = [
  { value: 'none', label: 'No limit' },
  ...CAP_CHOICES.map((bps) => ({ value: String(bps), label: `${percent(bps)} of the copy` })),
];
const OPEN_POSITIONS = [
  { value: 'yes', label: 'Take them over at the price of now' },
  { value: 'no', label: 'Follow new trades only' },
];

type Leader = { id: string; minimumCapital: bigint; simulated: boolean; shareBps: number };

const NAMES = {
  amount: 'Amount',
  floor: 'Floor',
  trader: 'Trader',
  floorBps: 'Floor',
  capBps: 'The most for one position',
  takeOver: 'Open positions',
};

/** Starts a copy: how much follows the trader, and where it is to end by itself. */
export function CopyForm({ trader, available, moneyKey, positions, open, own }: Props) {
  const { id, minimumCapital, simulated, shareBps } = trader;
  const { form, fields, askAgain, ...answer } = useActionForm(startSchema, {
    id: 'copy-trader',
    moneyKey,
    defaultValue: { amount: plainUsd(minimumCapital) },
  });
  if (own) return <Notice>This is your own trading. You can’t copy it.</Notice>;
  if (!open) return <Notice>This trader takes no new copies now.</Notice>;
  return (
    <Stack>
      {available < minimumCapital && (
        <Notice>
          You have {formatUsd(available)} available, and a copy of this trader begins at {formatUsd(minimumCapital)}.{' '}
          <LinkButton to="/fundwallet">Deposit</LinkButton>
        </Notice>
      )}
      {simulated && !positions && (
        <Notice>
          This trader is simulated and makes no new trades alone: a copy follows those that the administrator enters in
          the trader log.
        </Notice>
      )}
      <PostForm {...getFormProps(form)} moneyKey={answer.moneyKey}>
        <ErrorSummary errors={problemsOf(form, NAMES)} />
        <input type="hidden" name="trader" value={id} />
        <MoneyField
          {...fieldProps(fields.amount)}
          label="Amount to copy with"
          hint={`At least ${formatUsd(minimumCapital)}. You have ${formatUsd(available)} available.`}
        />
        {positions ? (
          <>
            <SelectField
              {...fieldProps(fields.takeOver)}
              label="Positions that are open now"
              options={OPEN_POSITIONS}
            />
            <SelectField
              {...fieldProps(fields.floorBps)}
              label="Stop this copy if it falls to"
              hint="Looked at every minute. A jump in prices can carry it below this before it stops."
              options={FLOORS}
            />
            <SelectField
              {...fieldProps(fields.capBps)}
              label="The most that one position may be worth"
              options={CAPS}
            />
            <input type="hidden" name="shareBps" value={shareBps} />
            {shareBps > 0 && (
              <p>
                The leader gets {formatBps(shareBps)} of what this copy newly gains, at the end of each month and when
                it stops. Losses are made good first. Another share needs your consent.
              </p>
            )}
          </>
        ) : (
          <MoneyField
            {...fieldProps(fields.floor)}
            label="Stop this copy if it falls to"
            required={false}
            hint="A single loss can carry it below this before it stops."
          />
        )}
        {askAgain && <Checkbox name="_again" value="1" label="Yes, start another copy like this" />}
        <Button tone="primary" icon="copy">
          Copy
        </Button>
      </PostForm>
    </Stack>
  );
}
