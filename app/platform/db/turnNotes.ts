import { singleton } from '../singleton';

/**
 * What a process that ends its turn to write tells the next ones, so that they need not read it. A note is committed with the turn that it is
 * of. It may be missing (the process before was of another version, or the database was restored), so it only ever saves work.
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

/** What was said last; null while nobody has anything to tell. */
export const turnNotes = (): TurnNotes | null => registered.notes;
