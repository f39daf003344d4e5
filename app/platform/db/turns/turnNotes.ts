import { singleton } from '../../singleton';

/**
 * When a process ends its turn to write, it leaves a note, so that the next one need not read the same again. The note is committed with what was
 * written. It may be missing (the process before was of another version, or the database was restored), so it only ever saves work.
 */
export type TurnNotes = {
  /**
   * The note that a turn leaves; null where there is nothing new to tell.
   * @param turn its number, which grows with each note
   */
  leave(turn: number): string | null;
  /** Takes the note of another process; false where none of ours wrote it. */
  take(turn: number, note: string): boolean;
};

const registered = singleton<{ notes: TurnNotes | null }>('turn-notes', () => ({ notes: null }));

/** Says what this process tells and hears between turns. */
export function passOnBetweenTurns(notes: TurnNotes): void {
  registered.notes = notes;
}

/** The notes registered last; null while there are none. */
export const turnNotes = (): TurnNotes | null => registered.notes;
