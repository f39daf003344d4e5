import { RISK_NAMES, RISK_RATING_VALUES } from '~/features/people/riskRating/rating';
import { riskRatingSchema } from '~/features/people/riskRating/schema';
import { UserFrame } from '~/features/people/users/components/UserFrame';
import { findPerson } from '~/features/people/users/user.server';
import { pageTitle } from '~/platform/text/productName';
import { riskRatingForm } from '~/routes/admin/users/risk.form.server';
import { REASON_FIELD } from '~/ui/forms/ActionForm';
import { SelectField } from '~/ui/forms/Field';
import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import { Card } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { admin } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';
import { idInAddress } from '../adminForms.server';

export const meta = () => [{ title: pageTitle('Risk rating') }];

export const loader = admin.loader('papers:decide', async ({ administrator, params: { id = '' } }) => {
  const person = await findPerson(id);
  if (!person) throw data('There is no such user.', { status: 404 });
  return { person, formKey: riskRatingForm.key(administrator.id, id) };
});

export const action = admin.action('papers:decide', riskRatingForm.action(idInAddress));

// Reloads after refusals too, since another administrator may have changed something.
export const shouldRevalidate = () => true;

export default function RiskPage() {
  const { person, formKey } = useLoaderData<typeof loader>();
  return (
    <UserFrame person={person}>
      <Card title="Risk rating">
        <Notice tone="info">
          Approving a deposit or withdrawal of a user of high risk takes two administrators in live mode, whatever its
          amount, and the queues mark what they send. Raising a rating to high, or lowering it from high, takes two as
          well.
        </Notice>
        {person.riskRating && (
          <p>
            Now {RISK_NAMES[person.riskRating].toLowerCase()}: {person.riskReason}
          </p>
        )}
        <PreviewedForm
          schema={riskRatingSchema}
          id="risk"
          formKey={formKey}
          values={{ rating: person.riskRating ?? '' }}
          fields={[
            {
              as: SelectField,
              name: 'rating',
              label: 'Rating',
              placeholder: 'Choose a rating',
              options: RISK_RATING_VALUES.map((value) => ({ value, label: RISK_NAMES[value] })),
            },
            { ...REASON_FIELD, label: 'Reason (only staff can read it)', short: 'Reason' },
          ]}
          submitLabel="Rate"
        />
      </Card>
    </UserFrame>
  );
}
