import { newId } from '../ids';
import { singleton } from '../singleton';

/** Who this process is to the others that work with the same database. */
export const thisProcess = singleton('this-process', () => newId());
