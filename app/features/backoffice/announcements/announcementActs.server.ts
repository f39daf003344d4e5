import { act } from '~/features/backoffice/approvals/act';
import { utcText } from '~/platform/text/dayText';
import { announce, planMaintenance } from './announce.server';
import { AUDIENCES, maintenanceSchema, newsSchema } from './schema';

const startText = (start: Date | null): string => (start ? utcText(start) : 'now');

/**
 * Reason for a second administrator: a text could name an address to pay to. Maintenance without a text and news for staff need only one.
 */
const REASON_READERS_ACT_ON_TEXT = 'people with money act on what the operator tells them';

export const ANNOUNCEMENT_ACTS = {
  announce: act({
    name: 'announce',
    right: 'operation:change',
    schema: newsSchema,
    run: announce,
    title: async (_tx, { audience }) => `Announce: ${AUDIENCES[audience]}`,
    details: async (_tx, { text, start, end }) => [
      { name: 'Text', to: text },
      { name: 'From', to: startText(start) },
      { name: 'Until', to: utcText(end) },
    ],
    takesTwo: { when: async (_tx, _by, { audience }) => (audience === 'staff' ? [] : [REASON_READERS_ACT_ON_TEXT]) },
    toast: () => 'Announcement saved',
  }),
  maintenance: act({
    name: 'maintenance',
    right: 'operation:change',
    schema: maintenanceSchema,
    run: planMaintenance,
    title: async () => 'Stop changes for maintenance',
    details: async (_tx, { text, start, end }) => [
      ...(text ? [{ name: 'Text', to: text }] : []),
      { name: 'From', to: startText(start) },
      { name: 'Until about', to: utcText(end) },
    ],
    takesTwo: { when: async (_tx, _by, { text }) => (text === '' ? [] : [REASON_READERS_ACT_ON_TEXT]) },
    toast: () => 'Maintenance announced',
  }),
};
