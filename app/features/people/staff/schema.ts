import { z } from 'zod';
import { currentPasswordField, emailLine, reasonLine, unvalidatedEmailField } from '~/platform/fields/line';
import { personNameField } from '~/platform/fields/nameLine';
import { ROLE_NAMES } from '~/signIns/rights';

export const adminSignInSchema = z.object({
  email: unvalidatedEmailField('Enter your email'),
  password: currentPasswordField('Enter your password'),
});

const roleField = z.enum(ROLE_NAMES, { error: 'Choose a role' });

export const inviteSchema = z.object({
  name: personNameField('Enter their name'),
  email: emailLine('Enter their email'),
  role: roleField,
});

export const staffActSchema = z.object({ reason: reasonLine('Enter a reason; staff can see it') });
export const staffRoleSchema = staffActSchema.extend({ role: roleField });

export const invitationIdSchema = z.object({ id: z.uuid('There is no such invitation.') });

export const STAFF_ACTIONS = ['role', 'reset-factor', 'disable', 'enable'] as const;
export type StaffAction = (typeof STAFF_ACTIONS)[number];

export const listStaffActions = ({ disabledAt, factorSince }: { disabledAt: Date | null; factorSince: Date | null }) =>
  STAFF_ACTIONS.filter((step) => {
    if (disabledAt) return step === 'enable';
    return step === 'reset-factor' ? factorSince !== null : step !== 'enable';
  });

export const DECISION_TIMES_DAYS = 30;
