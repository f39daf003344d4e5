import { newId } from '../ids';
import { singleton } from '../singleton';

export const thisProcess = singleton('this-process', () => newId());
