// Fills an installation with the demonstration for a whole run of the tests, and prints its folder.
import { demonstrationTemplate } from './demonstrationTemplate';

const { dataDir } = await demonstrationTemplate();
console.log(dataDir);
