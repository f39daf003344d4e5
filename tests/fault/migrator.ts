// A process that brings a database up to date, as a start does, and says when it begins and when it has done it.
import { closeDatabase, migrate, openDatabase } from '~/platform/db/index.server';

await openDatabase();
process.stdout.write('migrating\n');
await migrate();
process.stdout.write('migrated\n');
await closeDatabase();
