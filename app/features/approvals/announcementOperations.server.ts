import { AUDIENCES, announce, maintenanceSchema, newsSchema, planMaintenance } from '~/features/announcements';
import { utcText } from '~/platform/text/dayText';
import { operation } from './operation';

const from = (start: Date | null): string => (start ? utcText(start) : 'now');

/** What the operator tells people in its own name. */
export const ANNOUNCEMENT_OPERATIONS = {
  announce: operation('announce', {
    schema: newsSchema,
    run: announce,
    asks: async (_tx, { audience }) => `Announce: ${AUDIENCES[audience]}`,
    tells: async (_tx, { text, start, end }) => [
      { name: 'Text', to: text },
      { name: 'From', to: from(start) },
      { name: 'Until', to: utcText(end) },
    ],
    facts: async (_tx, _by, { audience }) => ({ toInvestors: audience !== 'staff' }),
    said: () => 'Announcement saved',
  }),
  maintenance: operation('maintenance', {
    schema: maintenanceSchema,
    run: planMaintenance,
    asks: async () => 'Stop changes for maintenance',
    tells: async (_tx, { text, start, end }) => [
      ...(text ? [{ name: 'Text', to: text }] : []),
      { name: 'From', to: from(start) },
      { name: 'Until about', to: utcText(end) },
    ],
    facts: async (_tx, _by, { text }) => ({ hasText: text !== '' }),
    said: () => 'Maintenance announced',
  }),
};
