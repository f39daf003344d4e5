export { announce, planMaintenance } from './announce.server';
export type { ShownAnnouncement } from './rules';
export { AUDIENCES, maintenanceSchema, newsSchema } from './schema';
export {
  announcementsFor,
  MAINTENANCE_FIGURES,
  maintenanceAhead,
  pauseNow,
  toldToAll,
  watchAnnouncements,
} from './told.server';
