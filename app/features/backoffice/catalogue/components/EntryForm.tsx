import type { ReactNode } from 'react';
import { planTitle } from '~/features/money/components';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { SelectField } from '~/ui/forms/Field';
import { MoneyField } from '~/ui/forms/MoneyField';
import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import { StepDialog } from '~/ui/layout/Dialog';
import { Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { type CatalogueKind, KIND_NAMES } from '../kinds';
import type { EntryStep } from '../queries.server';
import { formSchema } from '../schema';

type EntryField = { name: string; label: string; as: 'line' | 'money' | 'icon' | 'network' | 'tick'; hint?: string };

const NAME: EntryField = { name: 'name', label: 'Name', as: 'line' };
const MINIMUM: EntryField = { name: 'minimum', label: 'Minimum', as: 'money' };
const ICON: EntryField = { name: 'icon', label: 'Icon', as: 'icon' };
const ENABLED: EntryField = { name: 'enabled', label: 'On: offered to investors', as: 'tick' };
const CODE: EntryField = {
  name: 'code',
  label: 'Code',
  as: 'line',
  hint: 'Used in URLs and in the books; it can’t be changed later.',
};
const NETWORK: EntryField = { name: 'network', label: 'Network', as: 'network' };

const FIELDS: Record<CatalogueKind, readonly EntryField[]> = {
  plan: [
    { ...NAME, hint: 'Without the word “plan”: investors see “gold” as “Gold plan”.' },
    MINIMUM,
    { name: 'maximum', label: 'Maximum', as: 'money' },
    { name: 'dailyBps', label: 'Daily percent', as: 'line', hint: 'Of the amount invested, for each 24 hours.' },
    { name: 'days', label: 'Days', as: 'line', hint: 'Existing investments keep their terms.' },
    ENABLED,
  ],
  'deposit-method': [
    NAME,
    MINIMUM,
    { name: 'address', label: 'Wallet address', as: 'line', hint: 'Investors send money here: check it twice.' },
    ICON,
    ENABLED,
  ],
  'withdrawal-method': [
    NAME,
    MINIMUM,
    { name: 'fee', label: 'Charge', as: 'money', hint: 'Existing requests keep their charge.' },
    ICON,
    ENABLED,
  ],
  rate: [{ name: 'value', label: 'Value', as: 'line' }],
};

export function EntryForm({ step, formKey, history }: { step: EntryStep; formKey: string; history: ReactNode }) {
  const { kind, unit, hint, values, networks, icons, takesTwo } = step;
  const added = step.do === 'add' ? (kind === 'plan' ? [CODE] : [CODE, NETWORK]) : [];
  const fields = [
    ...added,
    ...FIELDS[kind].map((field) => (kind === 'rate' ? { ...field, label: step.title } : field)),
  ];
  const named = kind === 'plan' ? `the ${planTitle(step.title)}` : step.title;
  const options = (names: readonly string[]) => names.map((value) => ({ value, label: value }));
  return (
    <StepDialog
      title={step.do === 'add' ? `Add a ${KIND_NAMES[kind]}` : kind === 'rate' ? 'Change a rate' : `Change ${named}`}
      closeHref="/admin/catalogue"
    >
      <Stack gap="loose">
        <PreviewedForm
          schema={formSchema(kind, step.do, unit)}
          id="entry"
          formKey={formKey}
          values={values}
          fields={[
            ...fields.map(({ as, ...texts }) => {
              const props = { hint, ...texts, required: texts.name !== 'address' };
              if (as === 'tick') return { as: Checkbox, ...props, required: false };
              if (as === 'icon') return { as: SelectField, ...props, options: options(icons) };
              if (as === 'network') {
                return {
                  as: SelectField,
                  ...props,
                  options: networks,
                  placeholder: 'Choose a network',
                };
              }
              if (as === 'money' || (kind === 'rate' && unit === 'usd')) return { as: MoneyField, ...props };
              return { ...props, autoComplete: 'off', spellCheck: false };
            }),
            takesTwo && (
              <Notice key="two" tone="warning" title="Two administrators needed">
                {step.do === 'add'
                  ? 'It waits until a second administrator has approved it.'
                  : 'Changes to amounts, rates, days or payment addresses wait until a second administrator has approved them, together with anything else you change here. A name, an icon, and turning a plan or a deposit method off are saved at once.'}
              </Notice>
            ),
          ]}
          submitLabel={step.do === 'add' ? 'Add' : 'Save'}
          back={{ to: '/admin/catalogue', text: 'Cancel' }}
        />
        {history}
      </Stack>
    </StepDialog>
  );
}
