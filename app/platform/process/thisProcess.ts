import { newId } from '../ids';
import { singleton } from '../singleton';

/** Identity of this process among those that work with the same database. */
export const thisProcess = singleton('this-process', () => newId());
