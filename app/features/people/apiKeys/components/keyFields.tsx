import { KEY_LIFETIME_DAYS } from '~/signIns/keyScopes';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { SelectField, TextAreaField } from '~/ui/forms/Field';
import { Notice } from '~/ui/messages/Notice';
import { Code } from '~/ui/Text';

/* Parts of the forms of new API keys, of investors and of administrators. */

const LIFETIME_CHOICES = KEY_LIFETIME_DAYS.map((days) => ({ value: String(days), label: `${days} days` }));

export const KEY_NAME_FIELDS = {
  row: [
    { name: 'keyName', label: 'Name', autoComplete: 'off', maxLength: 60 },
    { as: SelectField, name: 'days', label: 'Works for', options: LIFETIME_CHOICES },
  ],
};

export const KEY_ORIGIN_FIELD = {
  as: TextAreaField,
  name: 'from',
  label: 'IP addresses it may be used from',
  short: 'IP addresses',
  hint: 'One per line. Networks such as 203.0.113.0/24 are possible; leave it empty to allow any address.',
  required: false,
};

export const KEY_ALONE_FIELD = {
  as: Checkbox,
  name: 'actsAlone',
  label: 'Let an assistant (MCP) act without your confirmation',
  short: 'Without confirmation',
};

export const NewKeyNotice = ({ name, secret }: { name: string; secret: string }) => (
  <Notice tone="success" title={`The key “${name}” is ready`}>
    Copy it now. It is not shown again: <Code>{secret}</Code>
  </Notice>
);
