export { announcementsFor, MAINTENANCE_FIGURES, pauseNow, toldToAll, watchAnnouncements } from './told.server';
