import { getFormProps } from '@conform-to/react';
import type { ReactNode } from 'react';
import { formatBps, plainUsd } from '~/ledger/money';
import { MAX_LEADER_SHARE_PERCENT } from '~/trading/tradingTerms';
import { LinkButton } from '~/ui/Button';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { ConfirmField } from '~/ui/forms/ConfirmField';
import { Field, fieldProps, SelectField } from '~/ui/forms/Field';
import { FileField } from '~/ui/forms/FileField';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { MoneyField, PercentField } from '~/ui/forms/MoneyField';
import { buttonWords, PreviewCard } from '~/ui/forms/PreviewCard';
import { SubmitOrBack } from '~/ui/forms/SubmitOrBack';
import { StepDialog } from '~/ui/layout/Dialog';
import { Deeper } from '~/ui/layout/Heading';
import { Cluster, Grid, Section, Stack } from '~/ui/layout/Layout';
import { VisuallyHidden } from '~/ui/Text';
import { acceptAttribute, acceptedText } from '~/uploads/acceptedFiles';
import { useActionForm } from '~/web/form/useActionForm';
import type { ListedTrader } from '../list/queries.server';
import { traderChangeSchema, traderSchema } from '../schema';
import { nameOf } from '../traderName';

const LABELS = {
  firstname: 'First name',
  lastname: 'Last name',
  nationality: 'Nationality',
  minimumcapital: 'Minimum capital',
  capital: 'Capital',
  share: 'Trader’s share',
  winRate: 'Win rate',
  avgReturn: 'Average return',
  followers: 'Copiers',
  rrRatio: 'Risk/reward',
  traderImage: 'Picture',
};

const BACK = '/admin/traders';

type Editing = {
  formKey?: string;
  trader?: ListedTrader;
  countries: readonly string[];
  children?: ReactNode;
};

/** The form that adds a trader and edits one; its four figures are kept as declared. `children` stand under it. */
export function TraderForm({ formKey, trader, countries, children }: Editing) {
  const { form, fields, kept, askAgain, confirm, preview, ...answer } = useActionForm(
    trader ? traderChangeSchema : traderSchema,
    {
      id: 'trader',
      formKey,
      defaultValue: trader && asTyped(trader),
    },
  );
  const title = trader ? `Edit ${nameOf(trader)}` : 'Create trader';
  const text = (name: Exclude<keyof typeof LABELS, 'share'>) => ({ ...fieldProps(fields[name]), label: LABELS[name] });
  return (
    <StepDialog title={title} closeHref={BACK} wide>
      <Stack gap="loose">
        <PostForm {...getFormProps(form)} formKey={answer.formKey} multipart>
          <input type="hidden" name="_intent" value={trader ? 'edit' : 'create'} />
          <ErrorSummary errors={problemsOf(form, { ...LABELS, otp: 'Code' })} />
          <Grid cell="small">
            <Field {...text('firstname')} autoComplete="off" />
            <Field {...text('lastname')} autoComplete="off" />
            <SelectField
              {...text('nationality')}
              placeholder="Choose a country"
              options={countries.map((name) => ({ value: name, label: name }))}
            />
          </Grid>
          <Grid cell="small">
            <MoneyField {...text('minimumcapital')} hint="The minimum amount of a copy of this trader." />
            <MoneyField
              {...text('capital')}
              required={false}
              hint="What the trader trades with. Results are mirrored in proportion to it; without it, to the minimum capital."
            />
          </Grid>
          {fields.share && trader && (trader.source === 'signal' || trader.source === 'investor') && (
            <PercentField
              {...fieldProps(fields.share)}
              label={LABELS.share}
              required={false}
              hint={`Of what a copy newly gains, at most ${formatBps(MAX_LEADER_SHARE_PERCENT * 100)}. Running copies keep theirs until their owners agree.`}
            />
          )}
          <Deeper>
            <Section
              title="Declared figures"
              lead="Optional, shown as declared. Real figures are computed from the log and from copies."
            >
              <Grid cell="tiny">
                <PercentField {...text('winRate')} required={undefined} />
                <PercentField {...text('avgReturn')} required={undefined} />
                <Field {...text('followers')} required={undefined} autoComplete="off" />
                <Field {...text('rrRatio')} required={undefined} autoComplete="off" placeholder="1:2" />
              </Grid>
            </Section>
          </Deeper>
          <FileField
            {...text('traderImage')}
            required={false}
            accept={acceptAttribute('trader')}
            kept={kept.traderImage}
            hint={`${acceptedText('trader')}.${trader?.imageFileId ? ' Without a new one the picture stays.' : ''}`}
          />
          {askAgain && <Checkbox name="_again" value="1" label="Yes, create another trader like this" />}
          <PreviewCard
            preview={preview}
            reasonId={`${form.id}-reason`}
            reason={{ typed: String(form.initialValue?.reason ?? ''), errors: form.allErrors.reason }}
          />
          <ConfirmField asked={confirm} id={`${form.id}-otp`} errors={form.allErrors.otp} />
          <Cluster spread>
            <SubmitOrBack back={{ words: 'Cancel', to: BACK }}>
              {buttonWords(trader ? 'Save' : 'Create trader', preview)}
            </SubmitOrBack>
            {trader && trader.status !== 'retired' && (
              <LinkButton to={`${BACK}?retire=${trader.id}`} tone="danger">
                Retire
                <VisuallyHidden> {nameOf(trader)}</VisuallyHidden>
              </LinkButton>
            )}
          </Cluster>
        </PostForm>
        {children}
      </Stack>
    </StepDialog>
  );
}

const asTyped = ({ firstName, lastName, nationality, minimumCapital, capital, declared, shareBps }: ListedTrader) => ({
  firstname: firstName,
  lastname: lastName,
  nationality,
  minimumcapital: plainUsd(minimumCapital),
  capital: capital === null ? undefined : plainUsd(capital),
  share: formatBps(shareBps),
  ...declared,
});
