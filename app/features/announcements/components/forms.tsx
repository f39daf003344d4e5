import { getFormProps } from '@conform-to/react';
import { DAY } from '~/platform/durations';
import { counted } from '~/platform/text/figure';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { Field, fieldProps, SelectField } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { Sheet } from '~/ui/layout/Fold';
import { Grid } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { usePreviewedForm } from '~/web/form/usePreviewedForm';
import { TOLD_BEFORE } from '../rules';
import { AUDIENCES, maintenanceSchema, newsSchema } from '../schema';

const LABELS = { text: 'Text', audience: 'For', start: 'From', end: 'Until', otp: 'Code' };

/** When it begins. */
const From = (wiring: ReturnType<typeof fieldProps>) => (
  <Field {...wiring} label="From" type="datetime-local" required={false} hint="In UTC. Empty means now." />
);

/** Announces something to an audience. */
export function NewsForm(props: { formKey: string }) {
  const { form, fields, formKey, previewed } = usePreviewedForm(newsSchema, {
    id: 'news',
    formKey: props.formKey,
  });
  return (
    <PostForm {...getFormProps(form)} formKey={formKey}>
      <ErrorSummary errors={problemsOf(form, LABELS)} />
      <input type="hidden" name="_intent" value="announce" />
      <Field {...fieldProps(fields.text)} label="Text" autoComplete="off" maxLength={300} />
      <Grid>
        <SelectField
          {...fieldProps(fields.audience)}
          label="For"
          placeholder="Choose who sees it"
          options={Object.entries(AUDIENCES).map(([value, label]) => ({ value, label }))}
        />
        <From {...fieldProps(fields.start)} />
        <Field {...fieldProps(fields.end)} label="Until" type="datetime-local" hint="In UTC." />
      </Grid>
      <Checkbox {...fieldProps(fields.dismissable)} label="People may dismiss it" required={false} />
      <PreviewedSubmit {...previewed} words="Announce" />
    </PostForm>
  );
}

/** Plans maintenance, or begins it: folded until somebody wants it, and open while it is refused or its effect is shown. */
export function MaintenanceForm(props: { formKey: string }) {
  const { form, fields, formKey, previewed } = usePreviewedForm(maintenanceSchema, {
    id: 'maintenance',
    formKey: props.formKey,
  });
  const isAsked = previewed.confirm || Boolean(previewed.preview) || Object.keys(previewed.errors).length > 0;
  return (
    <Sheet label="Plan or begin maintenance" open={isAsked}>
      <PostForm {...getFormProps(form)} formKey={formKey}>
        <ErrorSummary errors={problemsOf(form, LABELS)} />
        <input type="hidden" name="_intent" value="maintain" />
        <Notice tone="info">
          Users and staff see it from {counted(TOLD_BEFORE / DAY, 'day')} before. While it is on, pages can be read and
          people can log in; every other form and call is refused, yours too, and nothing is traded, paid or matured. It
          is on until you end it here.
        </Notice>
        <Grid>
          <From {...fieldProps(fields.start)} />
          <Field {...fieldProps(fields.end)} label="Until about" type="datetime-local" hint="In UTC." />
          <Field {...fieldProps(fields.text)} label="Reason" required={false} autoComplete="off" maxLength={300} />
        </Grid>
        <PreviewedSubmit
          {...previewed}
          words="Set maintenance"
          danger
          named
          back={previewed.preview && { to: '/admin/announcements', words: 'Cancel' }}
        />
      </PostForm>
    </Sheet>
  );
}
