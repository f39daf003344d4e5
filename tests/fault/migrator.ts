// Process that migrates a database as a start does, and reports start and end.
import { closeDatabase, migrate, openDatabase } from '~/platform/db/index.server';

await openDatabase();
process.stdout.write('migrating\n');
await migrate();
process.stdout.write('migrated\n');
await closeDatabase();
