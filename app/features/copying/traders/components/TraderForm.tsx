import type { ReactNode } from 'react';
import { formatBps } from '~/ledger/money';
import { COUNTRY_NAMES } from '~/platform/text/countryNames';
import { MAX_LEADER_SHARE_PERCENT } from '~/trading/tradingTerms';
import { LinkButton } from '~/ui/Button';
import { optionsWithStored, SelectField } from '~/ui/forms/Field';
import { FileField } from '~/ui/forms/FileField';
import { MoneyField, PercentField } from '~/ui/forms/MoneyField';
import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import { StepDialog } from '~/ui/layout/Dialog';
import { NestedHeadings } from '~/ui/layout/Heading';
import { Cluster, Grid, Section, Stack } from '~/ui/layout/Layout';
import { VisuallyHidden } from '~/ui/Text';
import { acceptAttribute, acceptedText } from '~/uploads/acceptedFiles';
import type { ListedTrader } from '../list/queries.server';
import { traderChangeSchema, traderFormSchema } from '../schema';
import { traderFormValues } from '../traderFormValues';
import { getTraderName } from '../traderName';

const TRADERS_PATH = '/admin/traders';

type EditedTrader = {
  formKey?: string;
  trader?: ListedTrader;
  children?: ReactNode;
};

export function TraderForm({ formKey, trader, children }: EditedTrader) {
  const title = trader ? `Edit ${getTraderName(trader)}` : 'Create trader';
  return (
    <StepDialog title={title} closeHref={TRADERS_PATH}>
      <Stack gap="loose">
        <PreviewedForm
          schema={trader ? traderChangeSchema : traderFormSchema}
          id="trader"
          formKey={formKey}
          intent={trader ? 'edit' : 'create'}
          values={trader && traderFormValues(trader)}
          fields={[
            {
              row: [
                { name: 'firstname', label: 'First name', autoComplete: 'off' },
                { name: 'lastname', label: 'Last name', autoComplete: 'off' },
                {
                  as: SelectField,
                  name: 'nationality',
                  label: 'Nationality',
                  placeholder: 'Choose a country',
                  options: optionsWithStored(trader?.nationality, COUNTRY_NAMES),
                },
              ],
              cell: 'small',
            },
            {
              row: [
                {
                  as: MoneyField,
                  name: 'minimumcapital',
                  label: 'Minimum capital',
                  hint: 'The minimum amount of a copy of this trader.',
                },
                {
                  as: MoneyField,
                  name: 'capital',
                  label: 'Capital',
                  required: false,
                  hint: 'The trader’s capital. Results are mirrored in proportion to it; if it is empty, to the minimum capital.',
                },
              ],
              cell: 'small',
            },
            trader &&
              (trader.source === 'signal' || trader.source === 'investor') && {
                as: PercentField,
                name: 'share',
                label: 'Trader’s share',
                required: false,
                hint: `Percent of a copy’s new gains, at most ${formatBps(MAX_LEADER_SHARE_PERCENT * 100)}. Running copies keep their share until their owners agree.`,
              },
            {
              in: DeclaredFigures,
              row: [
                { as: PercentField, name: 'winRate', label: 'Win rate' },
                { as: PercentField, name: 'avgReturn', label: 'Average return' },
                { name: 'followers', label: 'Copiers', autoComplete: 'off' },
                { name: 'rrRatio', label: 'Risk/reward', autoComplete: 'off', placeholder: '1:2' },
              ],
            },
            {
              as: FileField,
              name: 'traderImage',
              label: 'Picture',
              required: false,
              accept: acceptAttribute('trader'),
              hint: `${acceptedText('trader')}.${trader?.imageFileId ? ' Leave it empty to keep the picture.' : ''}`,
            },
          ]}
          again="Yes, create another trader like this"
          submitLabel={trader ? 'Save' : 'Create trader'}
          back={{ text: 'Cancel', to: TRADERS_PATH }}
        />
        {trader && trader.status !== 'retired' && (
          <Cluster>
            <LinkButton to={`${TRADERS_PATH}?retire=${trader.id}`} tone="danger">
              Retire
              <VisuallyHidden> {getTraderName(trader)}</VisuallyHidden>
            </LinkButton>
          </Cluster>
        )}
        {children}
      </Stack>
    </StepDialog>
  );
}

const DeclaredFigures = ({ children }: { children: ReactNode }) => (
  <NestedHeadings>
    <Section
      title="Declared figures"
      lead="Optional, shown as declared. Real figures are computed from the log and from copies."
    >
      <Grid cell="tiny">{children}</Grid>
    </Section>
  </NestedHeadings>
);
