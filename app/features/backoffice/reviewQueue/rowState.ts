import { lowerFirst } from '~/platform/text/capitalised';
/** Maximum number of characters in a list's last column next to the open entry, at a width of 1280 pixels. */
export const ROW_STATE_LETTERS = { amounts: 24, texts: 18 };

/** Person in a row's state. The words around the name are omitted if there is no room. */
type RowPerson = { before: string; name: string; after: string };

export const formatRowPerson = ({ before, name, after }: RowPerson): string => `${before}${name}${after}`;

/**
 * Shortens a row's state and risks to the available length: people are called by their first name, and risks are counted. `all` lists
 * every counted risk.
 */
export function fitRowState(
  { person, status = '', risks }: { person?: RowPerson; status?: string; risks: readonly string[] },
  maxChars: number,
): { status: string; risk: string; all: string | null } {
  const choices = (person ? listShorterForms(person) : [status]).flatMap((state) => {
    const [first, ...more] = risks.map((risk, place) => (state || place > 0 ? lowerFirst(risk) : risk));
    const counted = more.length > 0 ? [`${first} +${more.length}`] : [];
    const shown = more.length > 1 ? counted : [[first, ...more].filter(Boolean).join(', '), ...counted];
    return [...shown, ...(first && state ? [`${risks.length} to check`] : [])].map((risk) => ({ status: state, risk }));
  });
  const length = (choice: { status: string; risk: string }) =>
    [choice.status, choice.risk].filter(Boolean).join(', ').length;
  const shortest = choices.reduce((best, choice) => (length(choice) < length(best) ? choice : best));
  const fitting = choices.find((choice) => length(choice) <= maxChars) ?? shortest;
  return { ...fitting, all: /\+\d|to check$/.test(fitting.risk) ? risks.join(', ') : null };
}

function listShorterForms(person: RowPerson): string[] {
  const [name = ''] = person.name.split(' ');
  const first = { ...person, name };
  return [person, first, { ...first, before: '' }, { ...first, before: '', after: '' }].map(formatRowPerson);
}
