import { z } from 'zod';
import { codeField, currentPasswordField } from '~/platform/fields/line';
import { EVENT_GROUPS, type EventGroup } from '../events/groups';

export const EVENT_GROUP_NAMES = Object.keys(EVENT_GROUPS) as [EventGroup, ...EventGroup[]];

/** Groups of events about all users, for administrators, with the rights that they require. */
export const STAFF_GROUPS = {
  deposit: 'payments:read',
  withdrawal: 'payments:read',
  identity: 'papers:read',
} as const satisfies Partial<Record<EventGroup, string>>;

export const STAFF_GROUP_NAMES = Object.keys(STAFF_GROUPS) as (keyof typeof STAFF_GROUPS)[];

export const webhookUrl = z
  .string('Enter an address')
  .trim()
  .min(1, 'Enter an address')
  .max(500, 'Use at most 500 characters')
  .refine(
    (url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol),
    'Enter an address that starts with https://',
  )
  .refine(
    (url) => !URL.canParse(url) || !(new URL(url).username || new URL(url).password || new URL(url).hash),
    'Leave out user names, passwords and the part after #',
  );

const checkboxField = z.literal('on').optional();
const eventGroupFields = Object.fromEntries(EVENT_GROUP_NAMES.map((kind) => [kind, checkboxField])) as Record<
  EventGroup,
  typeof checkboxField
>;

/** Form of a new webhook. */
export const newWebhookSchema = z.object({
  url: webhookUrl,
  ...eventGroupFields,
  password: currentPasswordField('Enter your password'),
  otp: codeField().optional(),
});

/** Form of a new webhook of an administrator. */
export const newStaffWebhookSchema = z.object({ url: webhookUrl, ...eventGroupFields, otp: codeField().optional() });

export const toEventKinds = (ticked: Partial<Record<EventGroup, 'on'>>): EventGroup[] =>
  EVENT_GROUP_NAMES.filter((kind) => ticked[kind]);

export const webhookIdSchema = z.object({ id: z.uuid('There is no such webhook.') });
export const deliveryIdSchema = z.object({ id: z.uuid('There is no such delivery.') });
