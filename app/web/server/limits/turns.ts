type Begin = (done: () => void) => void;

/**
 * Lets a few pieces of work run at once, and makes the rest wait in a line for each holder (an address). The lines take
 * turns, so a holder that asks for hundreds of things keeps another waiting for one of them and not for all.
 * @param atOnce how many may run at once, of all holders
 */
export function createTurns(atOnce: number) {
  // A map keeps the order of its keys: the line that comes next is its first, and one that was served goes behind the others.
  const lines = new Map<string, Begin[]>();
  let running = 0;

  function begin(work: Begin): void {
    running += 1;
    let isDone = false;
    work(() => {
      if (isDone) return;
      isDone = true;
      running -= 1;
      // In a turn of the event loop of its own, so that what has come meanwhile is read and stands in its line.
      setImmediate(next);
    });
  }

  function next(): void {
    if (running >= atOnce) return;
    const [first] = lines;
    if (!first) return;
    const [holder, line] = first;
    const work = line.shift();
    lines.delete(holder);
    if (line.length > 0) lines.set(holder, line);
    if (work) begin(work);
  }

  return {
    /** Runs work when it is its holder's turn: at once while few run. Work says when it is done, by calling what it is given. */
    ask(holder: string, work: Begin): void {
      const line = lines.get(holder);
      if (running < atOnce && lines.size === 0) begin(work);
      else if (line) line.push(work);
      else lines.set(holder, [work]);
    },
  };
}
