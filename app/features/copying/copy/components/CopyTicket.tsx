import { type ReactNode, useState } from 'react';
import { ClaimPracticeMoney } from '~/features/money/components';
import { calculateShare, formatBps, formatPlainUsd, formatShortUsd, formatUsd } from '~/ledger/money';
import { parseUsd } from '~/ledger/parseUsd';
import { Button, LinkButton } from '~/ui/Button';
import { ChoiceLinks } from '~/ui/ChoiceLinks';
import { ActionForm } from '~/ui/forms/ActionForm';
import { RadioCards, REPEAT_CHECKBOX } from '~/ui/forms/ChoiceFields';
import { SelectField } from '~/ui/forms/Field';
import { ErrorSummary, GetForm } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { SubmitWithBackLink } from '~/ui/forms/SubmitWithBackLink';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Card, Cluster, Columns, Section, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Small } from '~/ui/Text';
import { DefinitionList, Money } from '~/ui/tables/Data';
import { formatDaySpread } from '../daySpread';
import type { ClosedMarkets } from '../queries.server';
import { CAP_CHOICES, FLOOR_CHOICES, startSchema } from '../schema';
import type { CopyTicketStep, RequestedCopy } from '../ticket';
import { OpensAt } from './CopyRows';
import { DAY_SPREAD, DAY_SPREAD_HINT, formatDaySpreadValue, listDaySpreadOptions } from './DaySpreadForm';

export type TicketLeader = { id: string; name: string; minimumCapital: bigint; simulated: boolean; shareBps: number };

type Props = {
  leader: TicketLeader;
  available: bigint;
  /** True if the trader has an account with positions, so that the copy follows each order. */
  positions: boolean;
  closed: readonly ClosedMarkets[];
  /** Usual times at which the trader trades, in words. */
  hours: string | null;
  past: (amount: bigint) => ReactNode;
};

const listFloors = (amount: bigint | null) => [
  ...[...FLOOR_CHOICES]
    .sort((a, b) => b - a)
    .map((bps) => ({
      value: String(bps),
      label: `−${formatBps(10_000 - bps)}`,
      detail: amount === null ? undefined : formatShortUsd(calculateShare(amount, bps)),
    })),
  { value: 'none', label: 'None' },
];
const CAP_OPTIONS = [
  { value: 'none', label: 'No limit' },
  ...CAP_CHOICES.map((bps) => ({ value: String(bps), label: `${formatBps(bps)} of the copy` })),
];
const DAY_SPREADS = listDaySpreadOptions();
const OPEN_POSITIONS = [
  { value: 'yes', label: 'Take over at the current price' },
  { value: 'no', label: 'New trades only' },
];

const FIELD_LABELS = {
  amount: 'Amount',
  floor: 'Own floor',
  trader: 'Trader',
  floorBps: 'Floor',
  capBps: 'Limit for one position',
  daySpreadBps: DAY_SPREAD,
  takeOver: 'Open positions',
};

const ADVANCED_FIELDS = ['takeOver', 'floor', 'capBps', 'daySpreadBps'] as const;

/** Form of a new copy: its amount, whether it takes over open positions, and its floor. */
export function TicketForm(
  props: Props & {
    /** Description of the money that is not available. */
    bound: string;
    /** Practice money that the user can still claim, cents. */
    offered: bigint | null;
    practiceKey: string;
    step: CopyTicketStep;
    shares: readonly { href: string; label: string; current: boolean }[];
  },
) {
  const { leader, available, bound, offered, positions, closed, hours, past, step, shares } = props;
  const { input, problems } = step;
  const [amount, setAmount] = useState(input.amount);
  const errors = (field: keyof typeof FIELD_LABELS) =>
    problems.filter(({ name }) => name === field).map(({ message }) => message);
  const isShort = available < leader.minimumCapital;
  const isRefused = errors('amount').length > 0;
  const amountCents = parseUsd(amount);
  const cents = amountCents !== null && amountCents > 0n ? amountCents : null;
  const copy = `/traders/${leader.id}/copy`;
  const review = cents === null || cents < leader.minimumCapital ? '' : `?amount=${formatPlainUsd(cents)}&review=yes`;
  return (
    <Card id="ticket">
      {isShort && (
        <Notice>
          <Stack gap="tight">
            {/* The amount field shows the same message once the amount is refused. */}
            {!isRefused && offered === null && <p>You have too little money available to copy this trader. {bound}</p>}
            {offered === null ? (
              <Cluster>
                <LinkButton to="/fundwallet" tone="primary" icon="deposit">
                  Make a deposit
                </LinkButton>
              </Cluster>
            ) : (
              <>
                <p>Copy with practice money first. You can take it once.</p>
                <ClaimPracticeMoney offered={offered} formKey={props.practiceKey} next={copy + review} />
              </>
            )}
          </Stack>
        </Notice>
      )}
      {leader.simulated && !positions && (
        <Notice>
          This trader is simulated and makes no new trades by itself: a copy follows those that management enters in the
          trader log.
        </Notice>
      )}
      <GetForm step="amount-step" action={copy}>
        <ErrorSummary
          errors={problems.map(({ name, message }) => ({
            id: name,
            label: FIELD_LABELS[name],
            message,
            atField: problems.length === 1,
          }))}
        />
        <div className="grid items-start gap-x-8 gap-y-4 *:min-w-0 lg:grid-cols-2">
          <Stack>
            <MoneyField
              label="Amount to copy with"
              name="amount"
              defaultValue={input.amount}
              errors={errors('amount')}
              hint={`At least ${formatUsd(leader.minimumCapital)}. You have ${formatUsd(available)} available.`}
              onInput={({ currentTarget }) => setAmount(currentTarget.value)}
              required
            />
            {shares.length > 0 && <ChoiceLinks label="Of what is available" items={shares} />}
            <RadioCards
              small
              label="Stop automatically at"
              name="floorBps"
              hint={cents !== null && `In dollars for a copy of ${formatUsd(cents)}.`}
              options={listFloors(cents)}
              defaultValue={input.floorBps}
              errors={errors('floorBps')}
            />
            <Small>
              {hours && `${leader.name} usually trades ${hours}. `}
              <ClosedNow closed={closed} />
            </Small>
            <Disclosure
              summary="Advanced"
              open={ADVANCED_FIELDS.some((field) => errors(field).length > 0) || undefined}
            >
              <Stack>
                {positions && (
                  <RadioCards
                    small
                    label="Positions open now"
                    name="takeOver"
                    options={OPEN_POSITIONS}
                    defaultValue={input.takeOver}
                    errors={errors('takeOver')}
                  />
                )}
                <MoneyField
                  label="Or stop at another amount"
                  name="floor"
                  defaultValue={input.floor}
                  errors={errors('floor')}
                  hint="It replaces the choice above. A jump in prices can take the copy below this limit."
                  required={false}
                />
                {positions && (
                  <SelectField
                    label="Limit for one position"
                    name="capBps"
                    options={CAP_OPTIONS}
                    defaultValue={input.capBps}
                    errors={errors('capBps')}
                  />
                )}
                {positions && (
                  <SelectField
                    label={DAY_SPREAD}
                    name="daySpreadBps"
                    options={DAY_SPREADS}
                    defaultValue={input.daySpreadBps}
                    errors={errors('daySpreadBps')}
                    hint={DAY_SPREAD_HINT}
                  />
                )}
              </Stack>
            </Disclosure>
          </Stack>
          {cents !== null && <Section title={`Had you copied with ${formatUsd(cents)}`}>{past(cents)}</Section>}
        </div>
        <Button tone={isShort ? undefined : 'primary'} name="review" value="yes">
          Review
        </Button>
      </GetForm>
    </Card>
  );
}

export function TicketReview(props: Props & { wanted: RequestedCopy; formKey: string; back: string }) {
  const { leader, available, positions, closed, hours, past, wanted, formKey, back } = props;
  const { amount, floor, floorBps, capBps, daySpreadBps, takeOver } = wanted;
  const hidden = {
    trader: leader.id,
    amount: formatPlainUsd(amount),
    floor: floor !== undefined && (floorBps === null || !positions) ? formatPlainUsd(floor) : undefined,
    floorBps: positions ? String(floorBps ?? 'none') : undefined,
    capBps: positions ? String(capBps ?? 'none') : undefined,
    daySpreadBps: positions ? formatDaySpreadValue(daySpreadBps) : undefined,
    takeOver: positions ? (takeOver ? 'yes' : 'no') : undefined,
    shareBps: positions ? leader.shareBps : undefined,
  };
  return (
    <Columns>
      <Card>
        <DefinitionList items={listReviewItems(props)} />
        {takeOver && closed.length > 0 && (
          <p>
            <ClosedNow closed={closed} />
          </p>
        )}
        {positions && leader.shareBps > 0 && (
          <p>
            The leader gets {formatBps(leader.shareBps)} of what this copy newly gains, at the end of each month and
            when it stops. Losses are made good first. Another share needs your consent.
          </p>
        )}
        {hours && (
          <p>
            {leader.name} usually trades {hours}.
          </p>
        )}
        <p>
          Left available: <Money cents={available - amount} />. You can stop at any time.
        </p>
        <ActionForm
          schema={startSchema}
          id="copy-trader"
          formKey={formKey}
          hidden={hidden}
          labels={FIELD_LABELS}
          again={{ ...REPEAT_CHECKBOX, label: 'Yes, start another copy like this' }}
        >
          <SubmitWithBackLink icon="copy" back={{ text: 'Change', to: back }}>
            Copy {leader.name} with {formatUsd(amount)}
          </SubmitWithBackLink>
        </ActionForm>
      </Card>
      <Card title={`Had you copied with ${formatUsd(amount)}`}>{past(amount)}</Card>
    </Columns>
  );
}

const ClosedNow = ({ closed }: { closed: readonly ClosedMarkets[] }) =>
  closed.map(({ symbols, opensAt }) => (
    <span key={opensAt.getTime()} className="block">
      {symbols.join(', ')}: closed, <OpensAt at={opensAt} />. Your copy takes them over then.
    </span>
  ));

function listReviewItems({ leader, positions, wanted }: Props & { wanted: RequestedCopy }) {
  const { amount, floor, floorBps, capBps, daySpreadBps, takeOver } = wanted;
  const items: { term: string; detail: ReactNode }[] = [
    { term: 'Trader', detail: leader.name },
    { term: 'Amount', detail: <Money cents={amount} /> },
    {
      term: 'Stops automatically at',
      detail:
        floor === undefined ? (
          'no floor'
        ) : (
          <>
            <Money cents={floor} />
            {floorBps !== null && ` (−${formatBps(10_000 - floorBps)})`}
          </>
        ),
    },
  ];
  if (!positions) return items;
  return [
    ...items,
    {
      term: 'Positions open now',
      detail: takeOver ? 'taken over at the current price' : 'left out',
    },
    { term: 'Limit for one position', detail: capBps === null ? 'no limit' : `${formatBps(capBps)} of the copy` },
    { term: DAY_SPREAD, detail: formatDaySpread(daySpreadBps) },
  ];
}
